/** The list of buckets, creating and deleting them, and each one's settings. */
import type { Feature } from '../shared/feature.ts'
import { accessRoutes } from './access.routes.ts'
import { anonymousRuleRoutes } from './anonymous-rules.routes.ts'
import { bucketListRoutes } from './buckets.routes.ts'
import { corsRoutes } from './cors.routes.ts'
import { createBucketRoutes } from './create.route.ts'
import { emptyRoutes } from './empty.routes.ts'
import { encryptionRoutes } from './encryption.routes.ts'
import { eventRoutes } from './events.routes.ts'
import { externalBucketsRoute } from './external-buckets.route.ts'
import { lifecycleRoutes } from './lifecycle.routes.ts'
import { quotaRoutes } from './quota.routes.ts'
import { replicationRoutes } from './replication.routes.ts'
import { replicationOfferRoute } from './replication-offer.route.ts'
import { replicationStatusRoutes } from './replication-status.routes.ts'
import { retentionRoutes } from './retention.routes.ts'
import { bucketSummariesRoute } from './summaries.route.ts'
import { tagsRoutes } from './tags.routes.ts'
import { usageRoute } from './usage.route.ts'
import { versioningRoutes } from './versioning.routes.ts'

export { validPolicyPrefix } from './anonymous-rules.routes.ts'
export { deleteVersions } from './empty/delete-versions.ts'
export { eventTypeOf } from './event-types.ts'
export { applySetting } from './transfer/apply-settings.ts'
export { factsOf } from './transfer/bucket-facts.ts'
export { type BucketAt, hasLock, SETTING_ROWS } from './transfer/setting-table.ts'
export { validBucketName } from './valid-bucket-name.ts'

export const buckets: Feature = [
  bucketListRoutes,
  bucketSummariesRoute,
  usageRoute,
  createBucketRoutes,
  emptyRoutes,
  accessRoutes,
  anonymousRuleRoutes,
  versioningRoutes,
  quotaRoutes,
  retentionRoutes,
  tagsRoutes,
  corsRoutes,
  encryptionRoutes,
  eventRoutes,
  lifecycleRoutes,
  replicationRoutes,
  replicationOfferRoute,
  replicationStatusRoutes,
  externalBucketsRoute,
]
