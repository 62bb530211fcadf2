/** Every resource that this platform has: where it is in the API, and what its objects can hold. */
import * as builtIn from './schema/built-in.ts'
import * as drives from './schema/drives.ts'
import { fields, type Shape } from './schema/schema.ts'
import { CURRENT_TENANT, TENANT_OF_2021 } from './schema/tenant.ts'

export interface ResourceType {
  /** Empty for the core group. */
  group: string
  version: string
  plural: string
  kind: string
  isNamespaced: boolean
  /** Of everything but apiVersion, kind and metadata. */
  shape: Shape
  /** The status is written only through its own path. */
  hasStatus: boolean
  /** Defined by a resource definition, and not by Kubernetes itself. */
  isCustom: boolean
  /** What field selectors can name besides `metadata.name` and `metadata.namespace`, as paths. */
  selectable: readonly string[]
}

/** Which operator and drivers are installed: today's, those of 2021, or none. */
export type Generation = 'current' | '2021' | 'none'

interface Options {
  hasStatus?: boolean
  selectable?: readonly string[]
}

function kind(group: string, version: string, plural: string, name: string, shape: Shape, scope: 'in' | 'all') {
  return ({ hasStatus = false, selectable = [] }: Options = {}): ResourceType => ({
    group,
    version,
    plural,
    kind: name,
    isNamespaced: scope === 'in',
    shape,
    hasStatus,
    isCustom: group.endsWith('.min.io'),
    selectable,
  })
}

const RBAC = 'rbac.authorization.k8s.io'
const anything = fields({})

export const NAMESPACES = kind('', 'v1', 'namespaces', 'Namespace', builtIn.NAMESPACE, 'all')({ hasStatus: true })
export const PODS = kind(
  '',
  'v1',
  'pods',
  'Pod',
  builtIn.POD,
  'in',
)({
  hasStatus: true,
  selectable: ['spec.nodeName', 'status.phase', 'status.podIP'],
})
export const EVENTS = kind(
  '',
  'v1',
  'events',
  'Event',
  builtIn.EVENT,
  'in',
)({
  selectable: [
    'involvedObject.uid',
    'involvedObject.name',
    'involvedObject.kind',
    'involvedObject.namespace',
    'reason',
    'type',
  ],
})
export const SECRETS = kind('', 'v1', 'secrets', 'Secret', builtIn.SECRET, 'in')({ selectable: ['type'] })
export const SERVICES = kind('', 'v1', 'services', 'Service', builtIn.SERVICE, 'in')({ hasStatus: true })
export const NODES = kind('', 'v1', 'nodes', 'Node', builtIn.NODE, 'all')({ hasStatus: true })
export const RESOURCE_QUOTAS = kind(
  '',
  'v1',
  'resourcequotas',
  'ResourceQuota',
  builtIn.RESOURCE_QUOTA,
  'in',
)({
  hasStatus: true,
})
export const CLAIMS = kind(
  '',
  'v1',
  'persistentvolumeclaims',
  'PersistentVolumeClaim',
  builtIn.PERSISTENT_VOLUME_CLAIM,
  'in',
)({ hasStatus: true })
export const SERVICE_ACCOUNTS = kind('', 'v1', 'serviceaccounts', 'ServiceAccount', builtIn.SERVICE_ACCOUNT, 'in')()
export const STORAGE_CLASSES = kind(
  'storage.k8s.io',
  'v1',
  'storageclasses',
  'StorageClass',
  builtIn.STORAGE_CLASS,
  'all',
)()
export const ROLES = kind(RBAC, 'v1', 'roles', 'Role', builtIn.ROLE, 'in')()
export const CLUSTER_ROLES = kind(RBAC, 'v1', 'clusterroles', 'ClusterRole', builtIn.ROLE, 'all')()
export const ROLE_BINDINGS = kind(RBAC, 'v1', 'rolebindings', 'RoleBinding', builtIn.ROLE_BINDING, 'in')()
export const CLUSTER_ROLE_BINDINGS = kind(
  RBAC,
  'v1',
  'clusterrolebindings',
  'ClusterRoleBinding',
  builtIn.ROLE_BINDING,
  'all',
)()

/** Read-only: the definitions are derived from this table. */
export const DEFINITIONS = kind(
  'apiextensions.k8s.io',
  'v1',
  'customresourcedefinitions',
  'CustomResourceDefinition',
  anything,
  'all',
)()

const tenants = (shape: Shape) => kind('minio.min.io', 'v2', 'tenants', 'Tenant', shape, 'in')({ hasStatus: true })
/** The same in both generations, except for the shape. */
export const TENANTS = tenants(CURRENT_TENANT)

const DIRECTPV = 'directpv.min.io'
export const DIRECTPV_DRIVES = kind(
  DIRECTPV,
  'v1beta1',
  'directpvdrives',
  'DirectPVDrive',
  drives.DIRECTPV_DRIVE,
  'all',
)()
export const DIRECTPV_NODES = kind(DIRECTPV, 'v1beta1', 'directpvnodes', 'DirectPVNode', drives.DIRECTPV_NODE, 'all')()
export const DIRECTPV_INIT_REQUESTS = kind(
  DIRECTPV,
  'v1beta1',
  'directpvinitrequests',
  'DirectPVInitRequest',
  drives.DIRECTPV_INIT_REQUEST,
  'all',
)()
export const DIRECTPV_VOLUMES = kind(
  DIRECTPV,
  'v1beta1',
  'directpvvolumes',
  'DirectPVVolume',
  drives.DIRECTPV_VOLUME,
  'all',
)()

const DIRECT_CSI = 'direct.csi.min.io'
export const DIRECT_CSI_DRIVES = kind(
  DIRECT_CSI,
  'v1beta2',
  'directcsidrives',
  'DirectCSIDrive',
  drives.DIRECT_CSI_DRIVE,
  'all',
)()
const DIRECT_CSI_VOLUMES = kind(
  DIRECT_CSI,
  'v1beta2',
  'directcsivolumes',
  'DirectCSIVolume',
  drives.DIRECT_CSI_VOLUME,
  'all',
)()

const BUILT_IN = [
  NAMESPACES,
  PODS,
  EVENTS,
  SECRETS,
  SERVICES,
  NODES,
  RESOURCE_QUOTAS,
  CLAIMS,
  SERVICE_ACCOUNTS,
  STORAGE_CLASSES,
  ROLES,
  CLUSTER_ROLES,
  ROLE_BINDINGS,
  CLUSTER_ROLE_BINDINGS,
]

const CUSTOM = {
  current: [TENANTS, DIRECTPV_DRIVES, DIRECTPV_NODES, DIRECTPV_INIT_REQUESTS, DIRECTPV_VOLUMES],
  '2021': [tenants(TENANT_OF_2021), DIRECT_CSI_DRIVES, DIRECT_CSI_VOLUMES],
  none: [],
}

export function resourceTypes(generation: Generation): ResourceType[] {
  return [...BUILT_IN, ...CUSTOM[generation]]
}

export function apiVersionOf({ group, version }: Pick<ResourceType, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`
}

/** Identifies a resource, whatever its version. */
export function keyOf({ group, plural }: Pick<ResourceType, 'group' | 'plural'>): string {
  return `${plural}.${group}`
}
