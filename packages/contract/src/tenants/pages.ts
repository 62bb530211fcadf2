import type { OperatorPage } from '../page.ts'

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
