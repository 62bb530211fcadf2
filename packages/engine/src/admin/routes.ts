/** The calls of the admin API under `/minio/admin/v3/`. All others return 426, which tells clients that a call isn't supported. */
import type { AdminRoute } from './call.ts'
import { BUCKET_ROUTES } from './routes/buckets.ts'
import { CONFIG_ROUTES } from './routes/config.ts'
import { IAM_ROUTES } from './routes/iam.ts'
import { INFO_ROUTES } from './routes/info.ts'
import { KMS_ROUTES } from './routes/kms.ts'
import { OBSERVE_ROUTES } from './routes/observe.ts'

export const ADMIN_ROUTES: readonly AdminRoute[] = [
  ...INFO_ROUTES,
  ...BUCKET_ROUTES,
  ...IAM_ROUTES,
  ...CONFIG_ROUTES,
  ...OBSERVE_ROUTES,
  ...KMS_ROUTES,
]
