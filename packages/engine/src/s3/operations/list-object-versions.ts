import { type ListedVersion, writeListVersions } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { ListVersionsQuery } from '../../store/store.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import { listedMetadata } from '../listed-metadata.ts'
import { type ListAsked, MAX_PAGE, parseListQuery } from '../listing.ts'
import { storageClassOf } from '../storage-class.ts'

/** All versions and delete markers; a page goes on behind a version of a key. */
export const listObjectVersions: S3Operation = async (call) => {
  const { engine, bucket, query } = call
  const asked = parseListQuery(query)
  const keyMarker = query.get('key-marker') ?? ''
  const versionIdMarker = query.get('version-id-marker') ?? ''
  if (engine.store.getBucket(bucket) === undefined) throw s3Error('NoSuchBucket')
  // MinIO refuses markers that lead nowhere.
  if (!keyMarker.startsWith(keyMarker === '' ? '' : asked.prefix) || (versionIdMarker !== '' && keyMarker === '')) {
    throw s3Error('NotImplemented')
  }

  const { entries, next } = engine.store.listVersions(bucket, storeQuery(asked, keyMarker, versionIdMarker))
  const versions: ListedVersion[] = []
  const commonPrefixes: string[] = []
  for (const entry of entries) {
    if (entry.kind === 'prefix') {
      commonPrefixes.push(entry.prefix)
      continue
    }
    const { key, versionId, isLatest, isDeleteMarker, size, etag, lastModified } = entry.record
    const metadata = asked.withMetadata && !isDeleteMarker ? { metadata: listedMetadata(call, entry.record) } : {}
    const storageClass = storageClassOf(entry.record.metadata)
    versions.push({ key, versionId, isLatest, isDeleteMarker, size, etag, lastModified, storageClass, ...metadata })
  }
  // A page of no entries has no name to go on from, so it is never called truncated.
  const following = entries.length > 0 ? next : undefined
  const page = {
    bucket,
    prefix: asked.prefix,
    delimiter: asked.delimiter,
    keyMarker,
    versionIdMarker,
    ...(following === undefined ? {} : { nextKeyMarker: following.key }),
    ...(following?.versionId === undefined ? {} : { nextVersionIdMarker: following.versionId }),
    maxKeys: asked.maxKeys,
    isTruncated: following !== undefined,
    versions,
    commonPrefixes,
  }
  return xmlResponse(writeListVersions(page, { urlEncoded: asked.urlEncoded }))
}

function storeQuery(asked: ListAsked, keyMarker: string, versionIdMarker: string): ListVersionsQuery {
  const versionId = versionIdMarker === '' ? {} : { versionId: versionIdMarker.toLowerCase() }
  return {
    prefix: asked.prefix,
    limit: Math.min(asked.maxKeys, MAX_PAGE),
    ...(asked.delimiter === '' ? {} : { delimiter: asked.delimiter }),
    ...(keyMarker === '' ? {} : { after: { key: keyMarker, ...versionId } }),
  }
}
