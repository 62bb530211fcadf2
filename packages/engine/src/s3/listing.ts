/** Shared parts of the object listings. */
import type { ListedObject } from '@cooperage/wire'
import type { S3Call } from './call.ts'
import { s3Error } from './errors.ts'
import { listedMetadata } from './listed-metadata.ts'
import { storageClassOf } from './storage-class.ts'

export const MAX_PAGE = 1000
const MAX_COUNT = 2 ** 31 - 1

export interface ListRequest {
  prefix: string
  /** Empty for none. */
  delimiter: string
  /** As requested; may exceed the page size. */
  maxKeys: number
  urlEncoded: boolean
  /** MinIO's extension: includes headers, user metadata and tags. */
  withMetadata: boolean
}

export interface ListPage {
  objects: ListedObject[]
  commonPrefixes: string[]
  isTruncated: boolean
  /** Where the next page starts, when there is one. */
  next?: string
}

/** @throws WireError InvalidArgument */
export function parseListQuery(query: URLSearchParams): ListRequest {
  const urlEncoded = parseEncoding(query)
  return {
    // As in AWS, any text is a prefix. No key has one that can't be part of a key.
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? '',
    maxKeys:
      parseCount(query.get('max-keys'), 'Argument maxKeys must be an integer between 0 and 2147483647') ?? MAX_PAGE,
    urlEncoded,
    withMetadata: query.get('metadata') === 'true',
  }
}

/** Whether names are URL-encoded in the response. @throws WireError InvalidArgument for an unknown encoding */
export function parseEncoding(query: URLSearchParams): boolean {
  const encoding = query.get('encoding-type') ?? ''
  if (encoding !== '' && encoding.toLowerCase() !== 'url') {
    throw s3Error('InvalidArgument', 'Invalid Encoding Method specified in Request')
  }
  return encoding !== ''
}

/** Undefined without a value. @throws WireError InvalidArgument with the given message */
export function parseCount(text: string | null, message: string): number | undefined {
  if (text === null || text === '') return undefined
  if (!/^\d{1,10}$/.test(text) || Number(text) > MAX_COUNT) throw s3Error('InvalidArgument', message)
  return Number(text)
}

export function listPage(call: S3Call, request: ListRequest, after: string): ListPage {
  const { entries, next } = call.engine.store.listObjects(call.bucket, {
    prefix: request.prefix,
    limit: Math.min(request.maxKeys, MAX_PAGE),
    ...(request.delimiter === '' ? {} : { delimiter: request.delimiter }),
    ...(after === '' ? {} : { after }),
  })
  const { lifecycle } = call.engine
  const rules = lifecycle.rules.of(call.bucket)
  const listed: ListPage = { objects: [], commonPrefixes: [], isTruncated: false }
  for (const entry of entries) {
    if (entry.kind === 'prefix') {
      listed.commonPrefixes.push(entry.prefix)
      continue
    }
    if (rules.length > 0 && lifecycle.endOf(entry.record, rules)?.isOver) {
      lifecycle.scanner.soon(call.bucket)
      continue
    }
    const { key, size, etag, lastModified } = entry.record
    const storageClass = storageClassOf(entry.record.metadata)
    const metadata = request.withMetadata ? { metadata: listedMetadata(call, entry.record) } : {}
    listed.objects.push({ key, size, etag, lastModified, storageClass, ...metadata })
  }
  // An empty page has no name to continue from, so it is never truncated.
  if (next !== undefined && entries.length > 0) {
    listed.isTruncated = true
    listed.next = next
  }
  return listed
}

/** The continuation token after the given name. It stays valid after a restart. */
export function pageToken(name: string): string {
  return Buffer.from(name).toString('base64')
}

/** @throws WireError InvalidArgument */
export function readPageToken(token: string): string {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(token) || token === '') {
    throw s3Error('InvalidArgument', 'The continuation token provided is incorrect')
  }
  return Buffer.from(token, 'base64').toString()
}
