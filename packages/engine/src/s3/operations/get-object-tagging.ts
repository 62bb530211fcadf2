import { writeTagging } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { taggedVersion } from '../tagged-object.ts'
import { requestedVersion, versionHeader } from '../versions.ts'

/** The response names the version only if the request did. */
export const getObjectTagging: S3Operation = async (call) => {
  const record = taggedVersion(call, 's3:GetObjectTagging')
  const response = xmlResponse(writeTagging(record.tags))
  if (requestedVersion(call.query) !== undefined) response.headers = { ...response.headers, ...versionHeader(record) }
  return response
}
