import { hasPermission } from '@cooperage/contract'
import { useApiQuery } from '../shared/api/use-api.ts'

/** What pages ask about before they offer it; the ids are those of the specification where it has one. */
export const PERMISSIONS = {
  createBucket: 's3:CreateBucket',
  deleteBucket: 's3:DeleteBucket',
  createPolicy: 'admin:CreatePolicy',
  deletePolicy: 'admin:DeletePolicy',
  readObject: 's3:GetObject',
  writeObject: 's3:PutObject',
  deleteObject: 's3:DeleteObject',
  abortUpload: 's3:AbortMultipartUpload',
  readVersion: 's3:GetObjectVersion',
  deleteVersion: 's3:DeleteObjectVersion',
  listVersions: 's3:ListBucketVersions',
  readVersioning: 's3:GetBucketVersioning',
  readLocking: 's3:GetBucketObjectLockConfiguration',
  tagObject: 's3:PutObjectTagging',
  holdObject: 's3:PutObjectLegalHold',
  retainObject: 's3:PutObjectRetention',
  bypassGovernance: 's3:BypassGovernanceRetention',
  readReplication: 's3:GetReplicationConfiguration',
  writeReplication: 's3:PutReplicationConfiguration',
  writePolicy: 's3:PutBucketPolicy',
  writeVersioning: 's3:PutBucketVersioning',
  writeRetention: 's3:PutBucketObjectLockConfiguration',
  writeEncryption: 's3:PutEncryptionConfiguration',
  writeEvents: 's3:PutBucketNotification',
  writeLifecycle: 's3:PutLifecycleConfiguration',
  writeQuota: 'admin:SetBucketQuota',
  writeTags: 's3:PutBucketTagging',
  writeCors: 's3:PutBucketCors',
} as const

export type Permission = keyof typeof PERMISSIONS

/** Policies change rarely, and the storage refuses in any case what is not allowed. */
const STALE_MS = 60_000

/**
 * Which of the permissions the account has on a bucket ('' asks about any). Undefined until the server has answered, and
 * when it could not: what needs a permission to be shown is not shown then, what is merely forbidden is left to the storage.
 */
export function useCan<P extends Permission>(bucket: string, ...wanted: P[]): Record<P, boolean | undefined> {
  const actions = wanted.map((id) => ({ id, action: PERMISSIONS[id], bucket_name: bucket }))
  const { data } = useApiQuery(
    hasPermission,
    { body: { actions } },
    { staleTime: STALE_MS, enabled: wanted.length > 0 },
  )
  const known = new Map(data?.permissions.map((permission) => [permission.id, permission.can]))
  const answer: Partial<Record<P, boolean | undefined>> = {}
  for (const id of wanted) answer[id] = known.get(id)
  return answer as Record<P, boolean | undefined>
}
