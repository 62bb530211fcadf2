/** The consoles of tenants inside operator mode, signed in with the visitor's rights in the cluster (decision 23). */
import type { OperatorFeature } from '../shared/operator/operator-feature.ts'
import { consoleRoutes } from './console.routes.ts'
import type { TenantVisits } from './tenant-visits.ts'
import { usageRoutes } from './usage.routes.ts'

export { passRequests } from './pass-requests.ts'
export { MAX_TENANTS_BYTES } from './tenant-folders.ts'
export { TenantVisits } from './tenant-visits.ts'

export const tenantProxy = (visits: TenantVisits): OperatorFeature => [consoleRoutes(visits), usageRoutes(visits)]
