import { createUseCan, createUseDenied } from '../session/index.ts'

/** The actions that pages check before they offer something, by the names that pages use for them. */
export const PERMISSIONS = {
  readObject: 's3:GetObject',
  writeObject: 's3:PutObject',
  deleteObject: 's3:DeleteObject',
  abortUpload: 's3:AbortMultipartUpload',
  readVersion: 's3:GetObjectVersion',
  deleteVersion: 's3:DeleteObjectVersion',
  listVersions: 's3:ListBucketVersions',
  tagObject: 's3:PutObjectTagging',
  holdObject: 's3:PutObjectLegalHold',
  retainObject: 's3:PutObjectRetention',
  bypassGovernance: 's3:BypassGovernanceRetention',
  readVersioning: 's3:GetBucketVersioning',
  readLocking: 's3:GetBucketObjectLockConfiguration',
} as const

export type Permission = keyof typeof PERMISSIONS

export const useCan = createUseCan(PERMISSIONS)
export const useDenied = createUseDenied(PERMISSIONS)
