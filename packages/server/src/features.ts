import { accessKeys } from './access-keys/index.ts'
import { account } from './account/index.ts'
import { activity } from './activity/index.ts'
import { alerts } from './alerts/index.ts'
import { batchJobs } from './batch-jobs/index.ts'
import { buckets } from './buckets/index.ts'
import { dashboard } from './dashboard/index.ts'
import { diagnostics } from './diagnostics/index.ts'
import { garage } from './garage/index.ts'
import { groups } from './groups/index.ts'
import { heal } from './heal/index.ts'
import { iamBackup } from './iam-backup/index.ts'
import { identityProviders } from './identity-providers/index.ts'
import { jobs } from './jobs/index.ts'
import { kms } from './kms/index.ts'
import { license } from './license/index.ts'
import { logs } from './logs/index.ts'
import { notificationTargets } from './notification-targets/index.ts'
import { objects } from './objects/index.ts'
import { policies } from './policies/index.ts'
import { pools } from './pools/index.ts'
import { secondFactor } from './second-factor/index.ts'
import { servers } from './servers/index.ts'
import { session } from './session/index.ts'
import { settings } from './settings/index.ts'
import { shareLinks } from './share-links/index.ts'
import type { Feature } from './shared/feature.ts'
import { siteReplication } from './site-replication/index.ts'
import { speedTests } from './speed-tests/index.ts'
import { supportTools } from './support-tools/index.ts'
import { tiers } from './tiers/index.ts'
import { trace } from './trace/index.ts'
import { users } from './users/index.ts'
import { watch } from './watch/index.ts'
import { webhooks } from './webhooks/index.ts'

/** All handlers of this console: the calls and live views of the contract. */
export const FEATURES: readonly Feature[] = [
  session,
  servers,
  account,
  secondFactor,
  accessKeys,
  dashboard,
  alerts,
  buckets,
  objects,
  jobs,
  policies,
  users,
  groups,
  identityProviders,
  iamBackup,
  settings,
  notificationTargets,
  tiers,
  license,
  webhooks,
  logs,
  trace,
  watch,
  activity,
  heal,
  pools,
  siteReplication,
  batchJobs,
  kms,
  diagnostics,
  speedTests,
  supportTools,
  shareLinks,
  garage,
]
