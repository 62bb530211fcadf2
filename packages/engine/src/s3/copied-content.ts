/** The ETag and checksums of a copy: those of its source if they apply, otherwise computed from the bytes. */
import { type ChecksumAlgorithm, parseChecksumAlgorithm } from '@cooperage/wire'
import { md5OfBody } from '../store/files/body-md5.ts'
import type { ObjectChecksums, ObjectRecord, Store } from '../store/store.ts'
import type { S3Call } from './call.ts'
import { s3Error } from './errors.ts'
import { withChecksum } from './with-checksum.ts'

interface CopiedContent {
  etag: string
  checksums: ObjectChecksums
}

/**
 * A copy isn't multipart, so its ETag is the MD5 of the object, and as in MinIO it always has a full-object checksum: with the
 * requested algorithm, that of the source, or CRC64NVME. The copy shares the bytes of its source, which are read only to
 * compute missing values.
 * @throws WireError InvalidArgument for an unknown algorithm
 */
export async function copiedContent({ engine, headers }: S3Call, source: ObjectRecord): Promise<CopiedContent> {
  const { etag, checksums } = source
  const algorithm = copiedAlgorithm(headers, source)
  const known = checksums?.type === 'FULL_OBJECT' ? checksums.values[algorithm] : undefined
  const isMultipart = etag.includes('-')
  if (isMultipart || known === undefined) return await readContent(engine.store, source, algorithm)
  return { etag, checksums: { values: { [algorithm]: known }, type: 'FULL_OBJECT' } }
}

/** @throws WireError InvalidArgument for an unknown algorithm */
export function copiedAlgorithm(headers: S3Call['headers'], { checksums }: ObjectRecord): ChecksumAlgorithm {
  const [existing = ''] = Object.keys(checksums?.values ?? {})
  return (
    requestedAlgorithm(headers['x-amz-checksum-algorithm']) ?? parseChecksumAlgorithm(existing) ?? DEFAULT_ALGORITHM
  )
}

const DEFAULT_ALGORITHM: ChecksumAlgorithm = 'crc64nvme'

function requestedAlgorithm(header: string | string[] | undefined): ChecksumAlgorithm | undefined {
  if (!header) return undefined
  const algorithm = parseChecksumAlgorithm(String(header))
  if (algorithm === undefined) throw s3Error('InvalidArgument', 'Invalid checksum provided.')
  return algorithm
}

async function readContent(store: Store, source: ObjectRecord, algorithm: ChecksumAlgorithm): Promise<CopiedContent> {
  const object = await store.openObject(source.bucket, source.key, source.versionId)
  try {
    const { body, checksums } = withChecksum(object.read(), algorithm)
    return { etag: await md5OfBody(body), checksums: { values: checksums(), type: 'FULL_OBJECT' } }
  } finally {
    await object.close()
  }
}
