import type { S3Operation } from '../call.ts'
import { objectChecksumHeaders, verifiedChecksums } from '../checksums.ts'
import { encryptionFor, encryptionHeader } from '../encryption.ts'
import { requestedLock } from '../locking/requested-lock.ts'
import { metadataFrom, tagsFrom } from '../metadata.ts'
import { checkKeyLength } from '../names.ts'
import { checkUploadSize, checkWriteHeaders } from '../upload-rules.ts'
import { versionHeader } from '../versions.ts'
import { checkBeforeBody, writeCondition } from '../write-conditions.ts'

export const putObject: S3Operation = async (call) => {
  const { engine, bucket, key, headers, payload, publish } = call
  checkKeyLength(key)
  checkWriteHeaders(engine, headers)
  const lock = requestedLock(call, key, headers)
  const tags = tagsFrom(headers)
  const encryption = encryptionFor(call, headers)
  const received = payload()
  checkUploadSize(received.length)
  engine.store.checkQuota(bucket, received.length)
  const precondition = checkBeforeBody(engine.store, bucket, key, writeCondition(headers))
  const record = await engine.store.putObject(bucket, key, received.body, {
    metadata: metadataFrom(headers),
    tags,
    ...lock,
    checksums: () => verifiedChecksums(received),
    ...encryption,
    ...(precondition === undefined ? {} : { precondition }),
  })
  publish('s3:ObjectCreated:Put', record)
  return {
    status: 200,
    headers: {
      etag: `"${record.etag}"`,
      ...versionHeader(record),
      ...engine.lifecycle.headers(record),
      ...encryptionHeader(record),
      ...objectChecksumHeaders(record.checksums),
    },
  }
}
