/** Tenants of a Kubernetes cluster (spec operator-mode). */
import type { OperatorPage } from '../page.ts'

export * from './cluster.ts'
export * from './create.ts'
export * from './license.ts'
export * from './parity.ts'
export * from './pods.ts'
export * from './security.ts'
export * from './size.ts'
export { CLUSTER_ERRORS, CLUSTER_WRITE_ERRORS, objectName } from './tenant-params.ts'
export * from './tenants.ts'
export * from './validation.ts'
export * from './watch-cluster.ts'

const tenant = '/namespaces/:tenantNamespace/tenants/:tenantName'

/** Pages of operator mode about tenants. */
export const tenantPages: readonly OperatorPage[] = [
  { path: '/tenants', needs: 'tenants' },
  { path: '/tenants/add', needs: 'newTenants' },
  { path: tenant, needs: 'tenants' },
  ...['summary', 'metrics', 'security', 'pools', 'pods', 'pods/:podName', 'license', 'hop'].map((tab) => ({
    path: `${tenant}/${tab}`,
    needs: 'tenants' as const,
  })),
]
