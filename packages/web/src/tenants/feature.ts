import type { Feature } from '../shared/feature.ts'

const loadTenant = async () => (await import('./TenantPage.tsx')).TenantPage

export const tenants: Feature = {
  pages: {
    '/tenants': async () => (await import('./TenantsPage.tsx')).TenantsPage,
    '/tenants/add': async () => (await import('./wizard/CreateTenantPage.tsx')).CreateTenantPage,
    '/namespaces/$namespace/tenants/$tenant': loadTenant,
    '/namespaces/$namespace/tenants/$tenant/hop': async () => (await import('./HopPage.tsx')).HopPage,
    '/namespaces/$namespace/tenants/$tenant/$tab': loadTenant,
    '/namespaces/$namespace/tenants/$tenant/pods/$pod': async () => (await import('./PodPage.tsx')).PodPage,
  },
  parts: [() => import('./loaded-dialogs.ts')],
}
