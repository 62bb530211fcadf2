/** The license of the storage server and its subscription. */
import type { Feature } from '../shared/feature.ts'
import { licenseRoutes } from './license.routes.ts'

export { verifyLicense } from './license-key.ts'
export { SubscriptionService } from './subscription-service.ts'

export const license: Feature = [licenseRoutes]
