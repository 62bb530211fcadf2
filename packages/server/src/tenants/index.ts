/** Tenants of a Kubernetes cluster. */
import type { OperatorFeature } from '../shared/operator/operator-feature.ts'
import { clusterRoutes } from './cluster.routes.ts'
import { clusterView } from './cluster.view.ts'
import { createRoutes } from './create.routes.ts'
import { licenseRoutes } from './license.routes.ts'
import { podRoutes } from './pods.routes.ts'
import { securityRoutes } from './security.routes.ts'
import { tenantRoutes } from './tenants.routes.ts'
import { yamlRoutes } from './yaml.routes.ts'

export { readConfigEnv } from './config-env.ts'
export { tenantEntry } from './describe-tenant.ts'
export { decoded, readTenant, type TenantName } from './read-tenant.ts'
export { refusedFields } from './refused-fields.ts'

export const tenants: OperatorFeature = [
  tenantRoutes,
  createRoutes,
  yamlRoutes,
  podRoutes,
  securityRoutes,
  clusterRoutes,
  clusterView,
  licenseRoutes,
]
