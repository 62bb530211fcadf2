import { writeOwnerAcl } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import { checkAcl, requireObject } from '../acl.ts'
import type { S3Operation } from '../call.ts'
import { requireBucket } from '../target.ts'

export const getBucketAcl: S3Operation = async ({ engine, bucket }) => {
  requireBucket(engine, bucket)
  return xmlResponse(writeOwnerAcl())
}

/** Stores nothing, because accepted ACLs change nothing. */
export const putBucketAcl: S3Operation = async (call) => {
  requireBucket(call.engine, call.bucket)
  await checkAcl(call)
  return { status: 200 }
}

export const getObjectAcl: S3Operation = async (call) => {
  requireObject(call, 's3:GetBucketPolicy')
  return xmlResponse(writeOwnerAcl())
}

/** Stores nothing, because accepted ACLs change nothing. */
export const putObjectAcl: S3Operation = async (call) => {
  requireObject(call, 's3:PutBucketPolicy')
  await checkAcl(call)
  return { status: 200 }
}
