import { parseTagging, readXml, writeTagging } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { requestedTags } from '../tag-conditions.ts'
import { taggedVersion } from '../tagged-object.ts'
import { requestedVersion, versionHeader } from '../versions.ts'

/** The response names the version only if the request did. */
export const getObjectTagging: S3Operation = async (call) => {
  const record = taggedVersion(call, 's3:GetObjectTagging')
  const response = xmlResponse(writeTagging(record.tags))
  if (requestedVersion(call.query) !== undefined) response.headers = { ...response.headers, ...versionHeader(record) }
  return response
}

const MAX_DOCUMENT_BYTES = 1024 * 1024

export const putObjectTagging: S3Operation = async (call) => {
  const { engine, bucket, key } = call
  const tags = parseTagging(await readXml(await call.document(MAX_DOCUMENT_BYTES)), 'object')
  const { versionId } = taggedVersion(call, 's3:PutObjectTagging', requestedTags(tags))
  const record = await engine.store.setObjectTags(bucket, key, versionId, tags)
  call.publish('s3:ObjectCreated:PutTagging', record)
  return { status: 200, headers: versionHeader(record) }
}

export const deleteObjectTagging: S3Operation = async (call) => {
  const { engine, bucket, key } = call
  const { versionId } = taggedVersion(call, 's3:DeleteObjectTagging')
  const record = await engine.store.setObjectTags(bucket, key, versionId, {})
  call.publish('s3:ObjectCreated:DeleteTagging', record)
  return { status: 204, headers: versionHeader(record) }
}
