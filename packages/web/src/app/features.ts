import { accessKeys } from '../access-keys/feature.ts'
import { account } from '../account/feature.ts'
import { apiReference } from '../api-reference/feature.ts'
import { buckets } from '../buckets/feature.ts'
import { dashboard } from '../dashboard/feature.ts'
import { diagnostics } from '../diagnostics/feature.ts'
import { groups } from '../groups/feature.ts'
import { guide } from '../guide/feature.ts'
import { heal } from '../heal/feature.ts'
import { iamBackup } from '../iam-backup/feature.ts'
import { identityProviders } from '../identity-providers/feature.ts'
import { jobs } from '../jobs/feature.ts'
import { license } from '../license/feature.ts'
import { logs } from '../logs/feature.ts'
import { notificationTargets } from '../notification-targets/feature.ts'
import { objects } from '../objects/feature.ts'
import { policies } from '../policies/feature.ts'
import { session } from '../session/feature.ts'
import { settings } from '../settings/feature.ts'
import { shareLinks } from '../share-links/feature.ts'
import type { Feature } from '../shared/feature.ts'
import { storage } from '../storage/feature.ts'
import { tenants } from '../tenants/feature.ts'
import { tiers } from '../tiers/feature.ts'
import { trace } from '../trace/feature.ts'
import { transfers } from '../transfers/feature.ts'
import { users } from '../users/feature.ts'
import { watch } from '../watch/feature.ts'
import { webhooks } from '../webhooks/feature.ts'

/** All features of this build. */
export const FEATURES: readonly Feature[] = [
  accessKeys,
  account,
  buckets,
  dashboard,
  groups,
  objects,
  jobs,
  policies,
  session,
  settings,
  shareLinks,
  identityProviders,
  iamBackup,
  logs,
  trace,
  watch,
  heal,
  diagnostics,
  notificationTargets,
  tiers,
  tenants,
  storage,
  webhooks,
  transfers,
  users,
  license,
  guide,
  apiReference,
]
