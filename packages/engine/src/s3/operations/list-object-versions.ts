import { type ListedVersion, writeListVersions } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { ListVersionsQuery } from '../../store/store.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import { listedMetadata } from '../listed-metadata.ts'
import { type ListRequest, MAX_PAGE, parseListQuery } from '../listing.ts'
import { storageClassOf } from '../storage-class.ts'
import { requireBucket } from '../target.ts'

/** Lists all versions and delete markers. A page continues after a version of a key. */
export const listObjectVersions: S3Operation = async (call) => {
  const { engine, bucket, query } = call
  const request = parseListQuery(query)
  const keyMarker = query.get('key-marker') ?? ''
  const versionIdMarker = query.get('version-id-marker') ?? ''
  requireBucket(engine, bucket)
  if (versionIdMarker !== '' && keyMarker === '') {
    throw s3Error('InvalidArgument', 'A version-id marker cannot be specified without a key marker.')
  }

  const { entries, next } = engine.store.listVersions(bucket, storeQuery(request, keyMarker, versionIdMarker))
  const versions: ListedVersion[] = []
  const commonPrefixes: string[] = []
  for (const entry of entries) {
    if (entry.kind === 'prefix') {
      commonPrefixes.push(entry.prefix)
      continue
    }
    const { key, versionId, isLatest, isDeleteMarker, size, etag, lastModified } = entry.record
    const metadata = request.withMetadata && !isDeleteMarker ? { metadata: listedMetadata(call, entry.record) } : {}
    const storageClass = storageClassOf(entry.record.metadata)
    versions.push({ key, versionId, isLatest, isDeleteMarker, size, etag, lastModified, storageClass, ...metadata })
  }
  // An empty page has no name to continue from, so it is never truncated.
  const following = entries.length > 0 ? next : undefined
  const page = {
    bucket,
    prefix: request.prefix,
    delimiter: request.delimiter,
    keyMarker,
    versionIdMarker,
    ...(following === undefined ? {} : { nextKeyMarker: following.key }),
    ...(following?.versionId === undefined ? {} : { nextVersionIdMarker: following.versionId }),
    maxKeys: request.maxKeys,
    isTruncated: following !== undefined,
    versions,
    commonPrefixes,
  }
  return xmlResponse(writeListVersions(page, { urlEncoded: request.urlEncoded }))
}

function storeQuery(request: ListRequest, keyMarker: string, versionIdMarker: string): ListVersionsQuery {
  const versionId = versionIdMarker === '' ? {} : { versionId: versionIdMarker.toLowerCase() }
  return {
    prefix: request.prefix,
    limit: Math.min(request.maxKeys, MAX_PAGE),
    ...(request.delimiter === '' ? {} : { delimiter: request.delimiter }),
    ...(keyMarker === '' ? {} : { after: { key: keyMarker, ...versionId } }),
  }
}
