import { decodeSegment, encodeSegment, unlessMalformed } from '../address.ts'

export const tenantsPath = () => '/tenants'
export const addTenantPath = () => '/tenants/add'

export const TENANT_TABS = ['summary', 'metrics', 'security', 'pools', 'pods', 'license'] as const
type TenantTab = (typeof TENANT_TABS)[number]

export function tenantPath(namespace: string, tenant: string, tab?: TenantTab): string {
  const path = `/namespaces/${encodeSegment(namespace)}/tenants/${encodeSegment(tenant)}`
  return tab === undefined ? path : `${path}/${tab}`
}

/** The console of the tenant itself, in a frame. */
export function hopPath(namespace: string, tenant: string): string {
  return `${tenantPath(namespace, tenant)}/hop`
}

export function podPath(namespace: string, tenant: string, pod: string): string {
  return `${tenantPath(namespace, tenant, 'pods')}/${encodeSegment(pod)}`
}

export interface TenantAddress {
  namespace: string
  tenant: string
  /** As its last segment says; anything else means the summary (spec operator-mode 4). */
  tab: TenantTab
  /** '' unless it is the page of a pod. */
  pod: string
}

/** What a path from {@link tenantPath} or {@link podPath} names. */
export function parseTenantPath(path: string): TenantAddress | undefined {
  const match = /^\/namespaces\/([^/]+)\/tenants\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path)
  if (match === null) return undefined
  const [, namespace = '', tenant = '', last = '', pod = ''] = match
  return unlessMalformed(() => ({
    namespace: decodeSegment(namespace),
    tenant: decodeSegment(tenant),
    tab: TENANT_TABS.find((tab) => tab === last) ?? 'summary',
    pod: last === 'pods' && pod !== '' ? decodeSegment(pod) : '',
  }))
}
