/**
 * The anonymous access to a bucket, in one word. MinIO's `?policyStatus` isn't enough: it checks only the bare bucket and reports
 * a usual public policy as private. So the policy itself is evaluated.
 */
import { WireError } from '../errors.ts'
import { type JsonPolicy, type Policy, parsePolicy, type Statement } from './document.ts'

/** `PUBLIC`: exactly the canned read-write policy, however it is written. `CUSTOM`: any other policy. */
export type BucketAccess = 'PRIVATE' | 'PUBLIC' | 'CUSTOM'

const BUCKET_ACTIONS = ['s3:GetBucketLocation', 's3:ListBucket', 's3:ListBucketMultipartUploads']
const OBJECT_ACTIONS = [
  's3:AbortMultipartUpload',
  's3:DeleteObject',
  's3:GetObject',
  's3:ListMultipartUploadParts',
  's3:PutObject',
]

/** Evaluates a bucket's policy as the server sent it; an unreadable one is `CUSTOM`. */
export function bucketAccessOf(policy: string | undefined, bucket: string): BucketAccess {
  if (policy === undefined) return 'PRIVATE'
  try {
    return bucketAccess(parsePolicy(policy), bucket)
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return 'CUSTOM'
  }
}

/** The canned policy that allows everyone to list, read, write and delete, as MinIO's clients write it. */
export function publicBucketPolicy(bucket: string): JsonPolicy {
  const allow = (actions: string[], resource: string): JsonPolicy['Statement'][number] => ({
    Effect: 'Allow',
    Principal: { AWS: ['*'] },
    Action: actions,
    Resource: [`arn:aws:s3:::${resource}`],
  })
  return { Version: '2012-10-17', Statement: [allow(BUCKET_ACTIONS, bucket), allow(OBJECT_ACTIONS, `${bucket}/*`)] }
}

export function bucketAccess(policy: Policy | undefined, bucket: string): BucketAccess {
  if (policy === undefined || policy.statements.length === 0) return 'PRIVATE'
  const given = new Set<string>()
  for (const statement of policy.statements) {
    if (!isPlainGrantToAll(statement)) return 'CUSTOM'
    for (const resource of statement.resources)
      for (const action of statement.actions) given.add(`${action} ${resource}`)
  }
  const canned = [
    ...BUCKET_ACTIONS.map((action) => `${action} ${bucket}`),
    ...OBJECT_ACTIONS.map((action) => `${action} ${bucket}/*`),
  ]
  return given.size === canned.length && canned.every((one) => given.has(one)) ? 'PUBLIC' : 'CUSTOM'
}

function isPlainGrantToAll({ effect, notActions, notResources, principals, conditions }: Statement): boolean {
  return (
    effect === 'Allow' &&
    notActions.length === 0 &&
    notResources.length === 0 &&
    conditions.length === 0 &&
    principals?.includes('*') === true
  )
}
