import { sentence, type Text, textsOf } from './text.ts'

/** What an action allows, worded to follow "You don’t have permission to". */
export const TASKS = {
  // Actions that this list doesn't have.
  other: 'do this',
  'admin:AddUserToGroup': 'add users to groups',
  'admin:AttachUserOrGroupPolicy': 'attach policies',
  'admin:ConsoleLog': 'view the logs',
  'admin:ConfigUpdate': 'view or change the configuration',
  'admin:CreatePolicy': 'create or change policies',
  'admin:CreateServiceAccount': 'create service accounts',
  'admin:CreateUser': 'create users or change their passwords',
  'admin:DataUsageInfo': 'view the usage of buckets',
  'admin:DeletePolicy': 'delete policies',
  'admin:DeleteUser': 'delete users',
  'admin:DisableGroup': 'disable groups',
  'admin:DisableUser': 'disable users',
  'admin:EnableGroup': 'enable groups',
  'admin:EnableUser': 'enable or disable users',
  'admin:ExportIAM': 'export IAM',
  'admin:GetBucketQuota': 'view quotas',
  'admin:GetBucketTarget': 'view remote targets',
  'admin:GetGroup': 'view groups',
  'admin:GetPolicy': 'view policies',
  'admin:GetUser': 'view users',
  'admin:Heal': 'heal data',
  'admin:ImportIAM': 'import IAM',
  'admin:ListGroups': 'list groups',
  'admin:ListServiceAccounts': 'list service accounts',
  'admin:ListTemporaryAccounts': 'list temporary credentials',
  'admin:ListTier': 'list tiers',
  'admin:ListUserPolicies': 'list policies',
  'admin:ListUsers': 'list users',
  'admin:OBDInfo': 'create health reports',
  'admin:Prometheus': 'view metrics',
  'admin:RemoveServiceAccount': 'delete service accounts',
  'admin:RemoveUserFromGroup': 'remove users from groups',
  'admin:ServerInfo': 'view server information',
  'admin:ServiceRestart': 'restart the storage server',
  'admin:ServerTrace': 'trace calls',
  'admin:SetBucketQuota': 'change quotas',
  'admin:SetBucketTarget': 'change remote targets',
  'admin:SetTier': 'add, change or remove tiers',
  'admin:UpdatePolicyAssociation': 'attach or detach policies',
  'admin:UpdateServiceAccount': 'change service accounts',
  'kms:ListKeys': 'list KMS keys',
  's3:AbortMultipartUpload': 'abort uploads',
  's3:BypassGovernanceRetention': 'bypass governance retention',
  's3:CreateBucket': 'create buckets',
  's3:DeleteBucket': 'delete buckets',
  's3:DeleteBucketCors': 'delete CORS rules',
  's3:DeleteBucketPolicy': 'delete bucket policies',
  's3:DeleteObject': 'delete objects',
  's3:DeleteObjectVersion': 'delete object versions',
  's3:GetBucketCors': 'view CORS rules',
  's3:GetBucketNotification': 'view event subscriptions',
  's3:GetBucketObjectLockConfiguration': 'view object locking and retention',
  's3:GetBucketPolicy': 'view the bucket policy',
  's3:GetBucketTagging': 'view bucket tags',
  's3:GetBucketVersioning': 'view versioning',
  's3:GetEncryptionConfiguration': 'view encryption',
  's3:GetLifecycleConfiguration': 'view lifecycle rules',
  's3:GetObject': 'read objects',
  's3:GetObjectLegalHold': 'view legal holds',
  's3:GetObjectRetention': 'view retention',
  's3:GetObjectTagging': 'view object tags',
  's3:GetObjectVersion': 'read object versions',
  's3:GetObjectVersionTagging': 'view object tags',
  's3:GetReplicationConfiguration': 'view replication rules',
  's3:ListAllMyBuckets': 'list buckets',
  's3:ListBucket': 'list objects',
  's3:ListBucketMultipartUploads': 'list incomplete uploads',
  's3:ListBucketVersions': 'list object versions',
  's3:ListenBucketNotification': 'watch buckets',
  's3:ListMultipartUploadParts': 'list the parts of uploads',
  's3:PutBucketCors': 'change CORS rules',
  's3:PutBucketNotification': 'change event subscriptions',
  's3:PutBucketObjectLockConfiguration': 'change retention',
  's3:PutBucketPolicy': 'change the bucket policy',
  's3:PutBucketTagging': 'change bucket tags',
  's3:PutBucketVersioning': 'change versioning',
  's3:PutEncryptionConfiguration': 'change encryption',
  's3:PutLifecycleConfiguration': 'change lifecycle rules',
  's3:PutObject': 'write objects',
  's3:PutObjectLegalHold': 'change legal holds',
  's3:PutObjectRetention': 'change retention',
  's3:PutObjectTagging': 'change object tags',
  's3:PutObjectVersionTagging': 'change object tags',
  's3:PutReplicationConfiguration': 'change replication rules',
} as const

/** The one form of a permission error: `s3:DeleteBucket` on `photos`; `task` is derived from the action. */
export const DENIED = 'You don’t have permission to {{task}} ({{action}} on {{resource}}).'

/** What an action can be done on that isn't named. */
export const PLACES = { server: 'this server', cluster: 'this cluster', namespace: 'namespace {{namespace}}' } as const

const taskText = textsOf('task', TASKS)
export const placeText = textsOf('place', PLACES)

export function taskOf(action: string): Text {
  return taskText(Object.hasOwn(TASKS, action) ? (action as keyof typeof TASKS) : 'other')
}

/** The sentence of a permission error, see {@link DENIED}. */
export function permissionError(
  action: string,
  resource: string | Text = placeText('server'),
  task: string | Text = taskOf(action),
): string {
  return sentence(textsOf('error', { AccessDenied: DENIED })('AccessDenied', { task, action, resource }))
}
