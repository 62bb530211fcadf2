/** What the two versions of ListObjects have in common. */
import type { ListedObject } from '@cooperage/wire'
import type { Store } from '../store/store.ts'
import { s3Error } from './errors.ts'
import { checkObjectName, checkPathSegments } from './names.ts'

const MAX_PAGE = 1000

export interface ListAsked {
  prefix: string
  /** Empty for none. */
  delimiter: string
  /** As asked, which may be more than a page holds. */
  maxKeys: number
  urlEncoded: boolean
}

export interface Listed {
  objects: ListedObject[]
  commonPrefixes: string[]
  isTruncated: boolean
  /** Where the next page starts, when there is one. */
  next?: string
}

/** @throws WireError InvalidArgument, XMinioInvalidObjectName, XMinioInvalidResourceName */
export function parseListQuery(query: URLSearchParams): ListAsked {
  const encoding = query.get('encoding-type') ?? ''
  if (encoding !== '' && encoding.toLowerCase() !== 'url') {
    throw s3Error('InvalidArgument', 'Invalid Encoding Method specified in Request')
  }
  const prefix = query.get('prefix') ?? ''
  for (const name of ['prefix', 'start-after', 'marker']) checkPathSegments(query.get(name) ?? '')
  // "/" is the one such prefix that is answered, with nothing: no name starts with it.
  if (prefix !== '' && prefix !== '/') checkObjectName(prefix.replace(/^\//, ''))
  return {
    prefix,
    delimiter: query.get('delimiter') ?? '',
    maxKeys: parseMaxKeys(query.get('max-keys')),
    urlEncoded: encoding !== '',
  }
}

function parseMaxKeys(text: string | null): number {
  if (text === null || text === '') return MAX_PAGE
  if (!/^\d{1,15}$/.test(text)) {
    throw s3Error('InvalidArgument', 'Argument maxKeys must be an integer between 0 and 2147483647')
  }
  return Number(text)
}

export function listPage(store: Store, bucket: string, asked: ListAsked, after: string): Listed {
  const { entries, next } = store.listObjects(bucket, {
    prefix: asked.prefix,
    limit: Math.min(asked.maxKeys, MAX_PAGE),
    ...(asked.delimiter === '' ? {} : { delimiter: asked.delimiter }),
    ...(after === '' ? {} : { after }),
  })
  const listed: Listed = { objects: [], commonPrefixes: [], isTruncated: false }
  for (const entry of entries) {
    if (entry.kind === 'object') listed.objects.push(entry.record)
    else listed.commonPrefixes.push(entry.prefix)
  }
  // A page of no entries has no name to go on from, so it is never called truncated.
  if (next !== undefined && entries.length > 0) {
    listed.isTruncated = true
    listed.next = next
  }
  return listed
}
