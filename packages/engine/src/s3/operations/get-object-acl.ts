import { writeOwnerAcl } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import { requireObject } from '../acl.ts'
import type { S3Operation } from '../call.ts'

export const getObjectAcl: S3Operation = async (call) => {
  requireObject(call, 's3:GetBucketPolicy')
  return xmlResponse(writeOwnerAcl())
}
