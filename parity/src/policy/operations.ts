/** The requests that pairs use: cheap ones that don't change what other pairs need. */
import { differs } from '../target.ts'
import type { PairRequest } from './pair.ts'

/** A permission that a request needs. */
export interface Asked {
  action: string
  bucket: string
  key: string
  versionId?: string
  existingTags?: Record<string, string>
}

interface Operation {
  method: string
  /** A call of the admin API instead of a bucket. */
  adminPath?: string
  about: 'object' | 'new-object' | 'bucket' | 'admin'
  /** Always in the query. */
  query?: Record<string, string>
  /** All required permissions, each with alternatives of which one is enough. */
  asks: (request: PairRequest) => Asked[][]
}

/** Objects that exist in every bucket, with their tags. Requests on new objects use other keys. */
export const OBJECTS: Record<string, Record<string, string>> = {
  'docs/a.txt': { team: 'red' },
  'docs/b.txt': { team: 'blue', stage: 'final' },
  readme: {},
  'docs/é.txt': { team: 'red' },
}
export const NEW_KEYS = ['docs/new.txt', 'home/{user}/new', 'drop', 'home/{user}/']

const ofBucket =
  (...actions: string[]): Operation['asks'] =>
  ({ bucket }) => [actions.map((action) => ({ action, bucket, key: '' }))]

const ofObject =
  (action: string): Operation['asks'] =>
  ({ bucket, key, query }) => [[{ action, bucket, key, versionId: query.versionId ?? '' }]]

/** The object's existing tags are read before the permission is checked. */
const ofTaggedObject =
  (action: string): Operation['asks'] =>
  ({ bucket, key }) => [[{ action, bucket, key, existingTags: OBJECTS[key] ?? {} }]]

const ofServer =
  (action: string): Operation['asks'] =>
  () => [[{ action, bucket: '', key: '' }]]

const bucketRead = (parameter: string, action: string): Operation => ({
  method: 'GET',
  about: 'bucket',
  query: { [parameter]: '' },
  asks: ofBucket(action),
})

const adminRead = (adminPath: string, action: string, query: Record<string, string> = {}): Operation => ({
  method: 'GET',
  about: 'admin',
  adminPath,
  query,
  asks: ofServer(action),
})

export const OPERATIONS = {
  GetObject: { method: 'GET', about: 'object', asks: ofTaggedObject('s3:GetObject') },
  HeadObject: { method: 'HEAD', about: 'object', asks: ofTaggedObject('s3:GetObject') },
  GetObjectTagging: {
    method: 'GET',
    about: 'object',
    query: { tagging: '' },
    asks: ofTaggedObject('s3:GetObjectTagging'),
  },
  PutObject: { method: 'PUT', about: 'new-object', asks: ofObject('s3:PutObject') },
  CopyObject: {
    method: 'PUT',
    about: 'new-object',
    asks: ({ bucket, key, headers }) => {
      const [, sourceBucket = '', ...source] = (headers['x-amz-copy-source'] ?? '').split('/')
      return [
        [{ action: 's3:PutObject', bucket, key }],
        [{ action: 's3:GetObject', bucket: sourceBucket, key: source.join('/') }],
      ]
    },
  },
  DeleteObject: { method: 'DELETE', about: 'new-object', asks: ofObject('s3:DeleteObject') },
  AbortMultipartUpload: {
    method: 'DELETE',
    about: 'new-object',
    query: { uploadId: 'none' },
    asks: ofObject('s3:AbortMultipartUpload'),
  },
  ListParts: {
    method: 'GET',
    about: 'new-object',
    query: { uploadId: 'none' },
    asks: ofObject('s3:ListMultipartUploadParts'),
  },
  CreateMultipartUpload: {
    method: 'POST',
    about: 'new-object',
    query: { uploads: '' },
    asks: ofObject('s3:PutObject'),
  },
  GetObjectRetention: {
    method: 'GET',
    about: 'object',
    query: { retention: '' },
    asks: ofObject('s3:GetObjectRetention'),
  },
  GetObjectLegalHold: {
    method: 'GET',
    about: 'object',
    query: { 'legal-hold': '' },
    asks: ofObject('s3:GetObjectLegalHold'),
  },
  GetObjectAcl: { method: 'GET', about: 'object', query: { acl: '' }, asks: ofBucket('s3:GetBucketPolicy') },
  GetObjectAttributes: {
    method: 'GET',
    about: 'object',
    query: { attributes: '' },
    asks: (request) => {
      const asks = differs(
        { engine: ofTaggedObject, minio: ofObject },
        "MinIO doesn't evaluate the tags, so a Deny conditioned on them would have no effect",
      )
      return [...asks('s3:GetObjectAttributes')(request), ...asks('s3:GetObject')(request)]
    },
  },
  ListObjects: { method: 'GET', about: 'bucket', asks: ofBucket('s3:ListBucket') },
  ListObjectsV2: { method: 'GET', about: 'bucket', query: { 'list-type': '2' }, asks: ofBucket('s3:ListBucket') },
  ListObjectVersions: {
    method: 'GET',
    about: 'bucket',
    query: { versions: '' },
    asks: ofBucket('s3:ListBucketVersions'),
  },
  ListMultipartUploads: bucketRead('uploads', 's3:ListBucketMultipartUploads'),
  HeadBucket: { method: 'HEAD', about: 'bucket', asks: ofBucket('s3:HeadBucket', 's3:ListBucket') },
  GetBucketLocation: bucketRead('location', 's3:GetBucketLocation'),
  GetBucketTagging: bucketRead('tagging', 's3:GetBucketTagging'),
  DeleteBucketTagging: {
    method: 'DELETE',
    about: 'bucket',
    query: { tagging: '' },
    asks: ofBucket('s3:PutBucketTagging'),
  },
  GetBucketVersioning: bucketRead('versioning', 's3:GetBucketVersioning'),
  GetBucketPolicy: bucketRead('policy', 's3:GetBucketPolicy'),
  GetBucketPolicyStatus: bucketRead('policyStatus', 's3:GetBucketPolicyStatus'),
  GetBucketLifecycle: bucketRead('lifecycle', 's3:GetLifecycleConfiguration'),
  GetBucketEncryption: bucketRead('encryption', 's3:GetEncryptionConfiguration'),
  GetBucketNotification: bucketRead('notification', 's3:GetBucketNotification'),
  GetBucketReplication: bucketRead('replication', 's3:GetReplicationConfiguration'),
  GetObjectLockConfiguration: bucketRead('object-lock', 's3:GetBucketObjectLockConfiguration'),
  GetBucketCors: bucketRead('cors', 's3:GetBucketCors'),
  DeleteBucketCors: { method: 'DELETE', about: 'bucket', query: { cors: '' }, asks: ofBucket('s3:DeleteBucketCors') },
  GetBucketAcl: bucketRead('acl', 's3:GetBucketPolicy'),
  GetBucketAccelerate: bucketRead('accelerate', 's3:GetBucketPolicy'),
  GetBucketLogging: bucketRead('logging', 's3:GetBucketPolicy'),
  GetBucketWebsite: bucketRead('website', 's3:GetBucketPolicy'),
  GetBucketRequestPayment: bucketRead('requestPayment', 's3:GetBucketPolicy'),
  ServerInfo: adminRead('info', 'admin:ServerInfo'),
  StorageInfo: adminRead('storageinfo', 'admin:StorageInfo'),
  DataUsageInfo: adminRead('datausageinfo', 'admin:DataUsageInfo'),
  ListGroups: adminRead('groups', 'admin:ListGroups'),
  GetGroup: adminRead('group', 'admin:GetGroup', { group: 'nobodys' }),
  InfoCannedPolicy: adminRead('info-canned-policy', 'admin:GetPolicy', { name: 'nothing' }),
  RemoveCannedPolicy: {
    ...adminRead('remove-canned-policy', 'admin:DeletePolicy', { name: 'nothing' }),
    method: 'DELETE',
  },
  RemoveUser: { ...adminRead('remove-user', 'admin:DeleteUser', { accessKey: 'nobody' }), method: 'DELETE' },
  SetGroupStatus: {
    ...adminRead('set-group-status', 'admin:EnableGroup', { group: 'nobodys', status: 'disabled' }),
    method: 'PUT',
  },
  SetUserStatus: {
    ...adminRead('set-user-status', 'admin:EnableUser', { accessKey: 'nobody', status: 'disabled' }),
    method: 'PUT',
  },
  GetUser: adminRead('user-info', 'admin:GetUser', { accessKey: 'nobody' }),
} satisfies Record<string, Operation>

export type OperationName = keyof typeof OPERATIONS

export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[]

export function operationOf(name: OperationName): Operation {
  return OPERATIONS[name]
}
