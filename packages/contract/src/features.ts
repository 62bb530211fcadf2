import { accessKeyPages } from './access-keys/index.ts'
import { accountPages } from './account/index.ts'
import { bucketPages } from './buckets/index.ts'
import { dashboardPages } from './dashboard/index.ts'
import { diagnosticPages } from './diagnostics/index.ts'
import { groupPages } from './groups/index.ts'
import { healPages } from './heal/index.ts'
import { iamBackupPages } from './iam-backup/index.ts'
import { identityProviderPages } from './identity-providers/index.ts'
import { jobPages } from './jobs/index.ts'
import { licensePages } from './license/index.ts'
import { logPages } from './logs/index.ts'
import { notificationTargetPages } from './notification-targets/index.ts'
import { objectPages } from './objects/index.ts'
import type { OperatorPage, Page } from './page.ts'
import { policyPages } from './policies/index.ts'
import { settingsPages } from './settings/index.ts'
import { storagePages } from './storage/index.ts'
import { tenantPages } from './tenants/index.ts'
import { tierPages } from './tiers/index.ts'
import { tracePages } from './trace/index.ts'
import { userPages } from './users/index.ts'
import { watchPages } from './watch/index.ts'
import { webhookPages } from './webhooks/index.ts'

export * from './access-keys/index.ts'
export * from './account/index.ts'
export * from './buckets/index.ts'
export * from './dashboard/index.ts'
export * from './diagnostics/index.ts'
export * from './groups/index.ts'
export * from './heal/index.ts'
export * from './iam-backup/index.ts'
export * from './identity-providers/index.ts'
export * from './jobs/index.ts'
export * from './license/index.ts'
export * from './logs/index.ts'
export * from './notification-targets/index.ts'
export * from './objects/index.ts'
export * from './policies/index.ts'
export * from './session/index.ts'
export * from './settings/index.ts'
export * from './share-links/index.ts'
export * from './storage/index.ts'
export * from './tenants/index.ts'
export * from './tiers/index.ts'
export * from './trace/index.ts'
export * from './users/index.ts'
export * from './watch/index.ts'
export * from './webhooks/index.ts'

/** The pages of this build in menu order. After signing in, visitors land on the first page that they may open. */
export const PAGES: readonly Page[] = [
  ...dashboardPages,
  ...bucketPages,
  ...userPages,
  ...groupPages,
  ...policyPages,
  ...accessKeyPages,
  ...identityProviderPages,
  ...iamBackupPages,
  ...settingsPages,
  ...notificationTargetPages,
  ...tierPages,
  ...webhookPages,
  ...logPages,
  ...watchPages,
  ...tracePages,
  ...healPages,
  ...diagnosticPages,
  ...objectPages,
  ...jobPages,
  ...accountPages,
  ...licensePages,
]

/** The pages of operator mode in menu order. */
export const OPERATOR_PAGES: readonly OperatorPage[] = [
  ...tenantPages,
  ...storagePages,
  ...licensePages.map(({ path }) => ({ path })),
]

/** Features whose calls exist only in operator mode: the first part of their ids. */
export const OPERATOR_FEATURES: readonly string[] = ['tenants', 'storage']
