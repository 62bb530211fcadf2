import type { Condition, KubeObject } from './object.ts'

export interface Pod extends KubeObject {
  spec?: {
    nodeName?: string
    containers?: Container[]
    initContainers?: Container[]
    [field: string]: unknown
  }
  status?: {
    phase?: string
    reason?: string
    message?: string
    podIP?: string
    startTime?: string
    conditions?: Condition[]
    containerStatuses?: ContainerStatus[]
    initContainerStatuses?: ContainerStatus[]
    [field: string]: unknown
  }
}

export interface Container {
  name: string
  image?: string
  [field: string]: unknown
}

export interface ContainerStatus {
  name: string
  ready?: boolean
  restartCount?: number
  state?: {
    running?: { startedAt?: string }
    waiting?: { reason?: string; message?: string }
    terminated?: { reason?: string; exitCode?: number; finishedAt?: string }
  }
  [field: string]: unknown
}

/** Of `v1`. Events that were written through `events.k8s.io` have `eventTime` and `series` instead of `lastTimestamp`. */
export interface Event extends KubeObject {
  type?: string
  reason?: string
  message?: string
  count?: number
  firstTimestamp?: string | null
  lastTimestamp?: string | null
  eventTime?: string | null
  series?: { count?: number; lastObservedTime?: string } | null
  involvedObject: {
    apiVersion?: string
    kind?: string
    namespace?: string
    name?: string
    uid?: string
    [field: string]: unknown
  }
  source?: { component?: string; host?: string }
  reportingComponent?: string
}

export interface Secret extends KubeObject {
  type?: string
  immutable?: boolean
  /** Values in base64. */
  data?: Record<string, string>
  /** Values as text; only written, never read. */
  stringData?: Record<string, string>
}

export interface Service extends KubeObject {
  spec?: {
    type?: string
    clusterIP?: string
    selector?: Record<string, string>
    ports?: { name?: string; port: number; targetPort?: number | string; protocol?: string; nodePort?: number }[]
    [field: string]: unknown
  }
  status?: { loadBalancer?: { ingress?: { ip?: string; hostname?: string }[] }; [field: string]: unknown }
}

export interface Namespace extends KubeObject {
  status?: { phase?: string }
}

export interface Node extends KubeObject {
  spec?: {
    unschedulable?: boolean
    taints?: { key: string; value?: string; effect: string }[]
    [field: string]: unknown
  }
  status?: {
    capacity?: Record<string, string>
    allocatable?: Record<string, string>
    conditions?: Condition[]
    addresses?: { type: string; address: string }[]
    [field: string]: unknown
  }
}

export interface ResourceQuota extends KubeObject {
  spec?: { hard?: Record<string, string>; [field: string]: unknown }
  status?: { hard?: Record<string, string>; used?: Record<string, string> }
}

export interface StorageClass extends KubeObject {
  provisioner: string
  reclaimPolicy?: string
  volumeBindingMode?: string
  allowVolumeExpansion?: boolean
  [field: string]: unknown
}

export interface PersistentVolumeClaim extends KubeObject {
  spec?: {
    accessModes?: string[]
    storageClassName?: string
    volumeName?: string
    resources?: { requests?: Record<string, string>; limits?: Record<string, string> }
    [field: string]: unknown
  }
  status?: { phase?: string; capacity?: Record<string, string>; [field: string]: unknown }
}
