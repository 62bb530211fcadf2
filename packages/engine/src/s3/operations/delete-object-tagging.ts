import type { S3Operation } from '../call.ts'
import { taggedVersion } from '../tagged-object.ts'
import { versionHeader } from '../versions.ts'

export const deleteObjectTagging: S3Operation = async (call) => {
  const { engine, bucket, key } = call
  const { versionId } = taggedVersion(call, 's3:DeleteObjectTagging')
  const record = await engine.store.setObjectTags(bucket, key, versionId, {})
  call.publish('s3:ObjectCreated:DeleteTagging', record)
  return { status: 204, headers: versionHeader(record) }
}
