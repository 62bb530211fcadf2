/** The resources that the console uses. A call takes one of these as its first parameter. */
import type {
  Event,
  Namespace,
  Node,
  PersistentVolumeClaim,
  Pod,
  ResourceQuota,
  Secret,
  Service,
  StorageClass,
} from './objects/core.ts'
import type {
  DirectCsiDrive,
  DirectCsiVolume,
  DirectPvDrive,
  DirectPvInitRequest,
  DirectPvNode,
  DirectPvVolume,
} from './objects/drives.ts'
import type { KubeObject } from './objects/object.ts'
import type { Tenant } from './objects/tenant.ts'

export interface Resource<T extends KubeObject = KubeObject> {
  /** Empty for the core group. */
  group: string
  version: string
  /** Name in paths and in rights: `tenants`. */
  plural: string
  kind: string
  isNamespaced: boolean
  /** Never set: it only carries the type of the objects. */
  readonly object?: T
}

function namespaced<T extends KubeObject>(group: string, version: string, plural: string, kind: string): Resource<T> {
  return { group, version, plural, kind, isNamespaced: true }
}

function clusterWide<T extends KubeObject>(group: string, version: string, plural: string, kind: string): Resource<T> {
  return { group, version, plural, kind, isNamespaced: false }
}

export const TENANTS = namespaced<Tenant>('minio.min.io', 'v2', 'tenants', 'Tenant')

export const PODS = namespaced<Pod>('', 'v1', 'pods', 'Pod')
export const EVENTS = namespaced<Event>('', 'v1', 'events', 'Event')
export const SECRETS = namespaced<Secret>('', 'v1', 'secrets', 'Secret')
export const SERVICES = namespaced<Service>('', 'v1', 'services', 'Service')
export const RESOURCE_QUOTAS = namespaced<ResourceQuota>('', 'v1', 'resourcequotas', 'ResourceQuota')
export const PERSISTENT_VOLUME_CLAIMS = namespaced<PersistentVolumeClaim>(
  '',
  'v1',
  'persistentvolumeclaims',
  'PersistentVolumeClaim',
)
export const NAMESPACES = clusterWide<Namespace>('', 'v1', 'namespaces', 'Namespace')
export const NODES = clusterWide<Node>('', 'v1', 'nodes', 'Node')
export const STORAGE_CLASSES = clusterWide<StorageClass>('storage.k8s.io', 'v1', 'storageclasses', 'StorageClass')

const DIRECTPV = 'directpv.min.io'
export const DIRECTPV_DRIVES = clusterWide<DirectPvDrive>(DIRECTPV, 'v1beta1', 'directpvdrives', 'DirectPVDrive')
export const DIRECTPV_VOLUMES = clusterWide<DirectPvVolume>(DIRECTPV, 'v1beta1', 'directpvvolumes', 'DirectPVVolume')
export const DIRECTPV_NODES = clusterWide<DirectPvNode>(DIRECTPV, 'v1beta1', 'directpvnodes', 'DirectPVNode')
export const DIRECTPV_INIT_REQUESTS = clusterWide<DirectPvInitRequest>(
  DIRECTPV,
  'v1beta1',
  'directpvinitrequests',
  'DirectPVInitRequest',
)

/** `version` is what `capabilities()` found to be served. */
export function directCsiDrives(version: string): Resource<DirectCsiDrive> {
  return clusterWide('direct.csi.min.io', version, 'directcsidrives', 'DirectCSIDrive')
}

export function directCsiVolumes(version: string): Resource<DirectCsiVolume> {
  return clusterWide('direct.csi.min.io', version, 'directcsivolumes', 'DirectCSIVolume')
}
