/** What Garage has beside S3, for visitors with an admin token. */
import type { Feature } from '../shared/feature.ts'
import { garageBucketRoutes } from './garage-buckets.routes.ts'
import { garageClusterRoutes } from './garage-cluster.routes.ts'
import { garageKeyRoutes } from './garage-keys.routes.ts'

export const garage: Feature = [garageBucketRoutes, garageKeyRoutes, garageClusterRoutes]
