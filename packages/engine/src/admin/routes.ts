/** The calls of the admin API under `/minio/admin/v3/`. Others are answered with 426, from which clients learn what is supported. */
import type { AdminRoute } from './route.ts'
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
