/** The response of the older ListObjects, for servers: our own clients list with V2. */
import { element, escapeListed, isoDate, S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'
import type { ListedObject } from './list-objects-v2.ts'
import { MINIO_OWNER, writeOwner } from './owner.ts'
import { encodeKey } from './url-encoding.ts'

export interface ListObjectsV1Page {
  bucket: string
  prefix: string
  delimiter?: string
  marker: string
  /** Start of the next page; MinIO sends it even without a delimiter, when AWS expects the client to use the last key. */
  nextMarker?: string
  maxKeys: number
  isTruncated: boolean
  objects: ListedObject[]
  commonPrefixes: string[]
}

/** `urlEncoded`: `encoding-type=url` was requested. */
export function writeListObjectsV1(page: ListObjectsV1Page, { urlEncoded = false } = {}): string {
  const name = urlEncoded ? encodeKey : escapeListed
  const owner = writeOwner('Owner', MINIO_OWNER)
  const named = (tag: string, text: string | undefined) => (text ? `<${tag}>${name(text)}</${tag}>` : '')

  let inner =
    `${element('Name', page.bucket)}<Prefix>${name(page.prefix)}</Prefix><Marker>${name(page.marker)}</Marker>` +
    named('NextMarker', page.nextMarker) +
    element('MaxKeys', page.maxKeys) +
    named('Delimiter', page.delimiter) +
    element('IsTruncated', page.isTruncated)
  for (const { key, lastModified, etag, size, storageClass = 'STANDARD' } of page.objects) {
    inner += `<Contents><Key>${name(key)}</Key><LastModified>${isoDate(lastModified)}</LastModified><ETag>&#34;${etag}&#34;</ETag><Size>${size}</Size>${owner}<StorageClass>${storageClass}</StorageClass></Contents>`
  }
  for (const prefix of page.commonPrefixes) inner += `<CommonPrefixes><Prefix>${name(prefix)}</Prefix></CommonPrefixes>`
  if (urlEncoded) inner += '<EncodingType>url</EncodingType>'
  return xmlDocument('ListBucketResult', S3_NAMESPACE, inner)
}
