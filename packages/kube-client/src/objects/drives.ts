import type { Condition, KubeObject } from './object.ts'

/** `directpv.min.io/v1beta1`: a drive that DirectPV initialized. Its name is the UUID of the file system. */
export interface DirectPvDrive extends KubeObject {
  spec?: { unschedulable?: boolean; relabel?: boolean; [field: string]: unknown }
  status: {
    status?: string
    totalCapacity?: number
    allocatedCapacity?: number
    freeCapacity?: number
    fsuuid?: string
    make?: string
    topology?: Record<string, string>
    conditions?: Condition[]
    [field: string]: unknown
  }
}

export interface DirectPvVolume extends KubeObject {
  status: {
    fsuuid?: string
    status?: string
    totalCapacity?: number
    availableCapacity?: number
    usedCapacity?: number
    conditions?: Condition[]
    [field: string]: unknown
  }
}

/** One for each node, with its block devices. `spec.refresh` requests another scan from the node, and becomes false afterwards. */
export interface DirectPvNode extends KubeObject {
  spec?: { refresh?: boolean; [field: string]: unknown }
  status: { devices?: DirectPvDevice[]; conditions?: Condition[] }
}

/** `id` changes with the state of the device, so a request to format it fails if the device has changed since. */
export interface DirectPvDevice {
  id: string
  name: string
  majorMinor: string
  size: number
  make?: string
  fsType?: string
  fsuuid?: string
  deniedReason?: string
}

/** A request to format devices of one node. */
export interface DirectPvInitRequest extends KubeObject {
  spec: { devices: { id: string; name: string; force: boolean }[] }
  status: { status: 'Pending' | 'Processed' | 'Error'; results: { name: string; error?: string }[] }
}

/** `direct.csi.min.io`, the drives before DirectPV. */
export interface DirectCsiDrive extends KubeObject {
  spec: {
    directCSIOwned: boolean
    requestedFormat?: { force?: boolean; purge?: boolean; filesystem?: string; [field: string]: unknown }
    [field: string]: unknown
  }
  status: {
    path: string
    nodeName: string
    driveStatus: string
    totalCapacity?: number
    allocatedCapacity?: number
    freeCapacity?: number
    filesystem?: string
    mountpoint?: string
    conditions?: Condition[]
    [field: string]: unknown
  }
}

export interface DirectCsiVolume extends KubeObject {
  status: {
    drive: string
    nodeName: string
    totalCapacity?: number
    usedCapacity?: number
    availableCapacity?: number
    conditions?: Condition[]
    [field: string]: unknown
  }
}
