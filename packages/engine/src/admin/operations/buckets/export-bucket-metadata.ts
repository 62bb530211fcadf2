import { forEachYielding } from '../../../for-each-yielding.ts'
import { requireBucket } from '../../../s3/target.ts'
import { archiveResponse } from '../../archive.ts'
import type { AdminOperation } from '../../call.ts'
import { BUCKET_FILES } from './bucket-files.ts'

/** Exports the settings of one or all buckets as `bucket/file` entries of an archive that MinIO can import. */
export const exportBucketMetadata: AdminOperation = async ({ engine, query }) => {
  const { store } = engine
  const wanted = query.get('bucket') ?? ''
  if (wanted !== '') requireBucket({ store }, wanted)
  const buckets = wanted === '' ? store.listBuckets().map(({ name }) => name) : [wanted]
  const files = new Map<string, string>()
  await forEachYielding(buckets, (bucket) => {
    // It can be deleted while other requests have their turn.
    if (store.getBucket(bucket) === undefined) return
    for (const { name, read } of BUCKET_FILES) {
      const text = read(engine, bucket)
      if (text !== undefined) files.set(`${bucket}/${name}`, text)
    }
  })
  return archiveResponse(files)
}
