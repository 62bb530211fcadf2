import { createUseCan, createUseDenied } from '../session/index.ts'

/** The actions that pages check before they offer something, by the names that pages use for them. */
export const PERMISSIONS = {
  createBucket: 's3:CreateBucket',
  deleteBucket: 's3:DeleteBucket',
  readVersioning: 's3:GetBucketVersioning',
  readLocking: 's3:GetBucketObjectLockConfiguration',
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
  deleteObject: 's3:DeleteObject',
} as const

export type Permission = keyof typeof PERMISSIONS

export const useCan = createUseCan(PERMISSIONS)
export const useDenied = createUseDenied(PERMISSIONS)
