/** The calls of the admin API under `/minio/admin/v3/`. What is not here is answered 426, by which clients learn what a server can do. */
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
