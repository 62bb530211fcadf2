import { CHECKSUM_ALGORITHMS, checksumHeader } from '@cooperage/wire'
import type { S3Call, S3Operation } from '../call.ts'
import { checkKeyLength } from '../names.ts'
import { metadataFrom } from '../object-headers.ts'
import { checkUploadSize, checkWriteHeaders } from '../upload-rules.ts'

export const putObject: S3Operation = async ({ engine, bucket, key, headers, payload }) => {
  checkKeyLength(key)
  checkWriteHeaders(headers)
  const { length, body } = payload()
  checkUploadSize(length)
  const { etag } = await engine.store.putObject(bucket, key, body, { metadata: metadataFrom(headers) })
  return { status: 200, headers: { etag: `"${etag}"`, ...verifiedChecksums(headers) } }
}

/** Checksums that came as headers have been verified with the body; the answer repeats them. */
export function verifiedChecksums(headers: S3Call['headers']): Record<string, string> {
  const verified: Record<string, string> = {}
  for (const name of CHECKSUM_ALGORITHMS.map(checksumHeader)) {
    const value = headers[name]
    if (typeof value === 'string') verified[name] = value
  }
  return verified
}
