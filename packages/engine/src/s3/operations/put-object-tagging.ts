import { parseTagging, readXml } from '@cooperage/wire'
import type { S3Operation } from '../call.ts'
import { requestedTags } from '../tag-conditions.ts'
import { taggedVersion } from '../tagged-object.ts'
import { versionHeader } from '../versions.ts'

const MAX_DOCUMENT_BYTES = 1024 * 1024

export const putObjectTagging: S3Operation = async (call) => {
  const { engine, bucket, key } = call
  const tags = parseTagging(await readXml(await call.document(MAX_DOCUMENT_BYTES)), 'object')
  const { versionId } = taggedVersion(call, 's3:PutObjectTagging', requestedTags(tags))
  const record = await engine.store.setObjectTags(bucket, key, versionId, tags)
  call.publish('s3:ObjectCreated:PutTagging', record)
  return { status: 200, headers: versionHeader(record) }
}
