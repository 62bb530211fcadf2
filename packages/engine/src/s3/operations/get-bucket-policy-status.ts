import { evaluate, parsePolicy, writePolicyStatus } from '@cooperage/wire'
import { xmlAnswer } from '../../http/answer.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

/** MinIO calls a bucket public when anybody may list it and write to the bucket itself, which only `s3:*` or the like says. */
const PUBLIC_ACTIONS = ['s3:ListBucket', 's3:PutObject']

export const getBucketPolicyStatus: S3Operation = async ({ engine, bucket }) => {
  if (engine.store.getBucket(bucket) === undefined) throw s3Error('NoSuchBucket')
  const document = engine.store.getBucketDocument(bucket, 'policy')
  const policies = document === undefined ? [] : [parsePolicy(document.text)]
  const isPublic = PUBLIC_ACTIONS.every((action) => evaluate(policies, { action, bucket }) === 'allow')
  return xmlAnswer(writePolicyStatus(isPublic))
}
