/** The pages of the console, in menu order, and who may open them. */
import { SERVERS_FEATURE } from './servers/index.ts'
import { ADMIN_FEATURE, ALERTS_FEATURE, GARAGE_FEATURE, IAM_FEATURE } from './session/index.ts'

/**
 * A page opens when the account's policy could allow any of its read actions on some resource, or when it has none, and
 * if its condition is met.
 */
export interface Page {
  /** Route pattern as the session lists it (spec core-console 2, Route list). */
  path: string
  actions: readonly string[]
  /** The page needs all of its actions. */
  needsAll?: boolean
  /** Calls of Garage that also open it, for visitors with an admin token: any of them is enough. */
  garage?: readonly string[]
  /** Features of the session: the page needs one of them, for calls beyond those that its actions name. */
  needs?: readonly string[]
  /** `ownPassword`: the account can change its own password here (`Session.passwordChange`). */
  condition?: 'ownPassword'
}

/** What a visitor has to be allowed in the cluster to open pages of operator mode. */
export type ClusterRight = 'tenants' | 'newTenants' | 'volumes'

/** A page of operator mode; without `needs` everyone may open it. */
export interface OperatorPage {
  path: string
  needs?: ClusterRight
}

const BUCKET_READ = ['s3:ListAllMyBuckets', 's3:ListBucket', 's3:GetBucketLocation']
/** Permission to read any setting opens the page of a bucket; each section reports its own permission errors. */
const BUCKET_DETAIL = [
  ...BUCKET_READ,
  's3:GetBucketPolicy',
  's3:GetBucketVersioning',
  's3:GetBucketObjectLockConfiguration',
  's3:GetEncryptionConfiguration',
  's3:GetReplicationConfiguration',
  's3:GetLifecycleConfiguration',
  's3:GetBucketNotification',
]
const OBJECT_USE = ['s3:ListBucket', 's3:GetObject', 's3:PutObject', 's3:DeleteObject']
/** Its cards report their own permission errors. */
const CLUSTER = ['garage:GetClusterHealth', 'garage:GetClusterStatus', 'garage:GetClusterLayout']
/** Each part of the page reports its own permission error. */
const KMS = ['kms:Status', 'kms:Version', 'kms:Metrics', 'kms:API']
const POOLS = ['admin:ServerInfo', 'admin:Decommission', 'admin:Rebalance']
/** Each part of the page reports its own permission error. */
const BATCH_JOBS = ['admin:ListBatchJobs', 'admin:StartBatchJob', 'admin:DescribeBatchJob', 'admin:CancelBatchJob']
/** Each part of the page reports its own permission error. */
const ACTIVITY = ['admin:ServerInfo', 'admin:DataUsageInfo', 'admin:Prometheus', 'admin:Heal', 'admin:ListBatchJobs']
const SUPPORT_TOOLS = [
  'admin:TopLocksInfo',
  'admin:ForceUnlock',
  'admin:ServerTrace',
  'admin:InspectData',
  'admin:Profiling',
]
const NOTIFICATION_TARGETS = ['admin:ServerInfo', 'admin:ConfigUpdate']

/** Everyone who works with objects can have jobs; administrators see those of all accounts. */
export const jobPages: readonly Page[] = [
  { path: '/jobs', actions: [...OBJECT_USE, 'admin:ListServiceAccounts'], needs: [ADMIN_FEATURE, SERVERS_FEATURE] },
]

/** A migration lists the buckets, and is a job that writes to another storage server. */
const migrationPages: readonly Page[] = [{ path: '/migrate', actions: BUCKET_READ, needs: [SERVERS_FEATURE] }]

/** A sync reads objects, and writes them to another storage server. */
const syncPages: readonly Page[] = [{ path: '/sync', actions: OBJECT_USE, needs: [SERVERS_FEATURE] }]

/** Your own account needs no permission. Its page has its access keys and sessions. */
export const accountPages: readonly Page[] = [
  { path: '/account', actions: [], needs: [ADMIN_FEATURE, IAM_FEATURE] },
  { path: '/account/change-password', actions: [], condition: 'ownPassword' },
]

/** The license of MinIO, or of the engine. */
export const licensePages: readonly Page[] = [{ path: '/license', actions: [] }]

/** After signing in, visitors land on the first page that they may open. */
export const PAGES: readonly Page[] = [
  { path: '/dashboard', actions: ['admin:ServerInfo'] },
  { path: '/metrics', actions: ['admin:ServerInfo'] },
  { path: '/buckets', actions: BUCKET_READ },
  { path: '/buckets/:bucket', actions: BUCKET_DETAIL },
  { path: '/buckets/:bucket/*', actions: BUCKET_DETAIL },
  { path: '/users', actions: ['admin:ListUsers'] },
  { path: '/users/:userName+', actions: ['admin:GetUser', 'admin:ListUsers'] },
  { path: '/groups', actions: ['admin:ListGroups'] },
  { path: '/groups/:groupName+', actions: ['admin:GetGroup'] },
  { path: '/policies', actions: ['admin:ListUserPolicies'] },
  { path: '/policies/:policyName', actions: ['admin:GetPolicy', 'admin:ListUserPolicies'] },
  {
    path: '/access-keys',
    actions: ['admin:ListUsers', 'admin:ListServiceAccounts'],
    needsAll: true,
    garage: ['garage:ListKeys'],
  },
  { path: '/cluster', actions: CLUSTER, needs: [GARAGE_FEATURE] },
  { path: '/pools', actions: POOLS, needs: [ADMIN_FEATURE] },
  { path: '/site-replication', actions: ['admin:SiteReplicationInfo'], needs: [ADMIN_FEATURE] },
  { path: '/batch-jobs', actions: BATCH_JOBS, needs: [ADMIN_FEATURE] },
  { path: '/identity-providers', actions: ['admin:ConfigUpdate'] },
  { path: '/iam-backup', actions: ['admin:ExportIAM', 'admin:ImportIAM'] },
  { path: '/kms/status', actions: KMS, needs: [ADMIN_FEATURE] },
  { path: '/kms/keys', actions: ['kms:ListKeys'], needs: [ADMIN_FEATURE] },
  { path: '/kms/import', actions: ['kms:ImportKey'], needs: [ADMIN_FEATURE] },
  { path: '/settings', actions: ['admin:ConfigUpdate'] },
  { path: '/settings/notifications', actions: NOTIFICATION_TARGETS, needsAll: true },
  { path: '/settings/notifications/:step+', actions: NOTIFICATION_TARGETS, needsAll: true },
  { path: '/settings/tiers', actions: ['admin:ListTier'] },
  { path: '/settings/tiers/:step+', actions: ['admin:SetTier'] },
  { path: '/webhook/logger', actions: ['admin:ConfigUpdate'] },
  { path: '/webhook/audit', actions: ['admin:ConfigUpdate'] },
  { path: '/logs', actions: ['admin:ConsoleLog'] },
  { path: '/watch', actions: ['s3:ListenBucketNotification'], needs: [ADMIN_FEATURE] },
  { path: '/trace', actions: ['admin:ServerTrace'] },
  { path: '/alerts', actions: ['admin:Prometheus'], needs: [ALERTS_FEATURE] },
  { path: '/activity', actions: ACTIVITY, needs: [ADMIN_FEATURE] },
  { path: '/heal', actions: ['admin:Heal'] },
  { path: '/health-info', actions: ['admin:OBDInfo'] },
  { path: '/speed-tests', actions: ['admin:OBDInfo', 'admin:BandwidthMonitor'], needs: [ADMIN_FEATURE] },
  { path: '/support-tools', actions: SUPPORT_TOOLS, needs: [ADMIN_FEATURE] },
  { path: '/object-browser', actions: [...BUCKET_READ, ...OBJECT_USE] },
  { path: '/object-browser/:bucket', actions: OBJECT_USE },
  { path: '/object-browser/:bucket/*', actions: OBJECT_USE },
  ...jobPages,
  ...migrationPages,
  ...syncPages,
  ...accountPages,
  ...licensePages,
]

const TENANT = '/namespaces/:tenantNamespace/tenants/:tenantName'

/** The pages of operator mode. */
export const OPERATOR_PAGES: readonly OperatorPage[] = [
  { path: '/tenants', needs: 'tenants' },
  { path: '/tenants/add', needs: 'newTenants' },
  { path: TENANT, needs: 'tenants' },
  ...['summary', 'metrics', 'security', 'pools', 'pods', 'pods/:podName', 'license', 'hop'].map((tab) => ({
    path: `${TENANT}/${tab}`,
    needs: 'tenants' as const,
  })),
  { path: '/storage', needs: 'volumes' },
  { path: '/storage/volumes', needs: 'volumes' },
  { path: '/storage/drives', needs: 'volumes' },
  // It leads to the first tab.
  { path: '/storage/:tab', needs: 'volumes' },
  ...licensePages.map(({ path }) => ({ path })),
]

/** Features whose calls exist only in operator mode: the first part of their ids. */
export const OPERATOR_FEATURES: readonly string[] = ['tenants', 'storage']
