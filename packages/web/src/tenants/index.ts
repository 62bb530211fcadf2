import { clusterPermissionError } from '@cooperage/contract'
import { IconStack2 } from '@tabler/icons-react'
import { createUseDenied, usePermissions } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** Rights in the cluster, as roles spell them. */
const PERMISSIONS = {
  createTenant: 'create tenants.minio.min.io',
  changeTenant: 'patch tenants.minio.min.io',
  editTenant: 'update tenants.minio.min.io',
  deleteTenant: 'delete tenants.minio.min.io',
  deletePod: 'delete pods',
  changeSecret: 'patch secrets',
  createNamespace: 'create namespaces',
} as const

/** Why an action is denied in a namespace; in '', nowhere that the visitor is known to have rights. */
export const useDenied = createUseDenied(PERMISSIONS, clusterPermissionError)

/** How many namespaces are asked about. The API server decides about others when it is asked. */
const MAX_NAMESPACES = 1_000

/** For each of the namespaces in which tenants can't be deleted, why. */
export function useDeniedDeletions(namespaces: readonly string[]): ReadonlyMap<string, string> {
  const action = PERMISSIONS.deleteTenant
  const actions = [...new Set(namespaces)]
    .slice(0, MAX_NAMESPACES)
    .map((namespace) => ({ id: namespace, action, bucket_name: namespace }))
  const denied = [...usePermissions(actions)].filter(([, can]) => !can)
  return new Map(denied.map(([id]) => [id, clusterPermissionError(action, id)]))
}

export const DeleteTenantDialog = lazyPart(async () => (await import('./DeleteTenantDialog.tsx')).DeleteTenantDialog)
export const RemainsDialog = lazyPart(async () => (await import('./RemainsDialog.tsx')).RemainsDialog)
export const YamlDialog = lazyPart(async () => (await import('./YamlDialog.tsx')).YamlDialog)
export const UpdateVersionDialog = lazyPart(
  async () => (await import('./detail/UpdateVersionDialog.tsx')).UpdateVersionDialog,
)
export const AddPoolDialog = lazyPart(async () => (await import('./detail/AddPoolDialog.tsx')).AddPoolDialog)
export const DeletePodDialog = lazyPart(async () => (await import('./DeletePodDialog.tsx')).DeletePodDialog)

const loadTenant = async () => (await import('./TenantPage.tsx')).TenantPage

export const feature: Feature = {
  pages: {
    '/tenants': async () => (await import('./TenantsPage.tsx')).TenantsPage,
    '/tenants/add': async () => (await import('./wizard/CreateTenantPage.tsx')).CreateTenantPage,
    '/namespaces/$namespace/tenants/$tenant': loadTenant,
    '/namespaces/$namespace/tenants/$tenant/hop': async () => (await import('./HopPage.tsx')).HopPage,
    '/namespaces/$namespace/tenants/$tenant/$tab': loadTenant,
    '/namespaces/$namespace/tenants/$tenant/pods/$pod': async () => (await import('./PodPage.tsx')).PodPage,
  },
  menu: {
    label: 'tenants',
    group: 'operator',
    position: 10,
    page: '/tenants',
    icon: IconStack2,
    below: '/namespaces',
  },
}
