/** The kinds of access that S3 actions grant, for summaries of what policies allow. */
import { POLICY_ACTIONS } from './actions.ts'

/** `settings`: of the bucket, for example its policy, or tags and retention of objects. */
export const ACCESS_KINDS = ['list', 'read', 'write', 'delete', 'settings'] as const
export type AccessKind = (typeof ACCESS_KINDS)[number]

/** The actions that grant a kind of access; the others are `settings`, or only support one of these. */
const KIND_ACTIONS = new Map<string, AccessKind>([
  ['s3:ListBucket', 'list'],
  ['s3:ListBucketVersions', 'list'],
  ['s3:GetObject', 'read'],
  ['s3:PutObject', 'write'],
  ['s3:PutObjectFanOut', 'write'],
  ['s3:DeleteObject', 'delete'],
])
const SUPPORTING_ACTIONS = new Set([
  's3:*',
  's3:AbortMultipartUpload',
  's3:DeleteObjectVersion',
  's3:GetBucketLocation',
  's3:GetObjectAttributes',
  's3:GetObjectVersion',
  's3:GetObjectVersionAttributes',
  's3:HeadBucket',
  's3:ListAllMyBuckets',
  's3:ListBucketMultipartUploads',
  's3:ListMultipartUploadParts',
])
/** S3 actions with the kind of access that they grant. */
export const S3_ACTION_KINDS: readonly [action: string, kind: AccessKind][] = POLICY_ACTIONS.s3.flatMap(
  (action): [string, AccessKind][] =>
    SUPPORTING_ACTIONS.has(action) ? [] : [[action, KIND_ACTIONS.get(action) ?? 'settings']],
)

/**
 * What supporting actions grant on their own. It is of little use without the actions that they support, so it counts only for
 * anonymous access, where a false warning is better than a missing one.
 */
const EXPOSED = new Map<string, AccessKind>([
  ['s3:AbortMultipartUpload', 'write'],
  ['s3:DeleteObjectVersion', 'delete'],
  ['s3:GetObjectAttributes', 'read'],
  ['s3:GetObjectVersion', 'read'],
  ['s3:GetObjectVersionAttributes', 'read'],
])
const ALL_EXPOSED = new Map([...S3_ACTION_KINDS, ...EXPOSED])

/** The kind of access that an action grants to anonymous users; undefined if it reveals and changes nothing. */
export function exposedKindOf(action: string): AccessKind | undefined {
  return ALL_EXPOSED.get(action)
}
