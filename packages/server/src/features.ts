import { accessKeys } from './access-keys/index.ts'
import { account } from './account/index.ts'
import { activity } from './activity/index.ts'
import { alerts } from './alerts/index.ts'
import { batchJobs } from './batch-jobs/index.ts'
import { buckets } from './buckets/index.ts'
import { dashboard } from './dashboard/index.ts'
import { diagnosticsView } from './diagnostics/diagnostics.view.ts'
import { garage } from './garage/index.ts'
import { groups } from './groups/index.ts'
import { backgroundRoutes, healView } from './heal/heal.view.ts'
import { iamBackup } from './iam-backup/index.ts'
import { identityProviders } from './identity-providers/index.ts'
import { jobs } from './jobs/index.ts'
import { kmsRoutes } from './kms/kms.routes.ts'
import { license } from './license/index.ts'
import { logs } from './logs/index.ts'
import { notificationTargets } from './notification-targets/index.ts'
import { objects } from './objects/index.ts'
import { policies } from './policies/index.ts'
import { poolRoutes } from './pools/pools.routes.ts'
import { secondFactor } from './second-factor/index.ts'
import { servers } from './servers/index.ts'
import { session } from './session/index.ts'
import { settings } from './settings/index.ts'
import { shareLinks } from './share-links/index.ts'
import type { Feature } from './shared/feature.ts'
import { siteReplication } from './site-replication/index.ts'
import { speedTestRoutes } from './speed-tests/speed-tests.routes.ts'
import { supportTools } from './support-tools/index.ts'
import { tierRoutes } from './tiers/tiers.routes.ts'
import { traceView } from './trace/trace.view.ts'
import { users } from './users/index.ts'
import { watchView } from './watch/watch.view.ts'
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
  [tierRoutes],
  license,
  webhooks,
  logs,
  [traceView],
  [watchView],
  activity,
  [healView, backgroundRoutes],
  [poolRoutes],
  siteReplication,
  batchJobs,
  [kmsRoutes],
  [diagnosticsView],
  [speedTestRoutes],
  supportTools,
  shareLinks,
  garage,
]
