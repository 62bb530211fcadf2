import { xmlResponse } from '../../http/response.ts'
import { LIFECYCLE } from '../../lifecycle/bucket-rules.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

const UPDATED_AT = 'x-minio-lifecycleconfig-updatedat'

/** MinIO's parameter `withUpdatedAt` adds the time of the last change. */
export const getBucketLifecycle: S3Operation = async ({ engine, bucket, query }) => {
  const document = engine.store.getBucketDocument(bucket, LIFECYCLE)
  if (document === undefined) throw s3Error('NoSuchLifecycleConfiguration')
  const response = xmlResponse(document.text)
  if (query.get('withUpdatedAt') === 'true') {
    response.headers = { ...response.headers, [UPDATED_AT]: shortDate(document.updatedAt) }
  }
  return response
}

/** The format of signature dates, 20060102T150405Z. */
function shortDate(time: number): string {
  return new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')
}
