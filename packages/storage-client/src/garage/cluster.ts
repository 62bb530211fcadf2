import { type JsonObject, listField, numberField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { garageObject } from './send-garage.ts'

/** The free and the total bytes of a file system. */
export interface GarageDisk {
  available: number
  total: number
}

export interface GarageNode {
  id: string
  hostname: string
  address: string
  version: string
  isUp: boolean
  /** Seconds since it was last seen, for a node that is down; undefined if it never was. */
  lastSeenSeconds: number | undefined
  /** It leaves the cluster, and still has data. */
  isDraining: boolean
  /** What it is for; undefined without a place in the layout. `capacity` in bytes, undefined for a gateway. */
  role: { zone: string; tags: string[]; capacity: number | undefined } | undefined
  /** undefined while it is down. */
  data: GarageDisk | undefined
  metadata: GarageDisk | undefined
}

export interface GarageHealth {
  /** `healthy`, `degraded`: some nodes are missing, `unavailable`: some data can't be written. */
  status: string
  knownNodes: number
  connectedNodes: number
  storageNodes: number
  storageNodesUp: number
  partitions: number
  /** Partitions with enough nodes to be written, and with all of them. */
  partitionsQuorum: number
  partitionsAllOk: number
}

export interface GarageLayout {
  version: number
  /** Bytes. */
  partitionSize: number
  zoneRedundancy: string
  roles: { id: string; zone: string; capacity: number | undefined; partitions: number; usableBytes: number }[]
  /** Changes that nobody has applied yet. */
  stagedChanges: number
}

/** Needs GetClusterStatus. @throws StorageError */
export async function garageNodes(client: StorageClient): Promise<GarageNode[]> {
  const status = await garageObject(client, 'GetClusterStatus')
  return listField(status, 'nodes').map((entry) => {
    const node = objectField(entry)
    const role = objectField(node, 'role')
    return {
      id: textField(node, 'id'),
      hostname: textField(node, 'hostname'),
      address: textField(node, 'addr'),
      version: textField(node, 'garageVersion'),
      isUp: node.isUp === true,
      lastSeenSeconds: optionalNumber(node, 'lastSeenSecsAgo'),
      isDraining: node.draining === true,
      role:
        'zone' in role
          ? {
              zone: textField(role, 'zone'),
              tags: listField(role, 'tags').map(String),
              capacity: optionalNumber(role, 'capacity'),
            }
          : undefined,
      data: diskOf(node, 'dataPartition'),
      metadata: diskOf(node, 'metadataPartition'),
    }
  })
}

/** Needs GetClusterHealth. @throws StorageError */
export async function garageHealth(client: StorageClient): Promise<GarageHealth> {
  const health = await garageObject(client, 'GetClusterHealth')
  const count = (name: keyof GarageHealth) => numberField(health, name)
  return {
    status: textField(health, 'status'),
    knownNodes: count('knownNodes'),
    connectedNodes: count('connectedNodes'),
    storageNodes: count('storageNodes'),
    storageNodesUp: count('storageNodesUp'),
    partitions: count('partitions'),
    partitionsQuorum: count('partitionsQuorum'),
    partitionsAllOk: count('partitionsAllOk'),
  }
}

/** Needs GetClusterLayout. @throws StorageError */
export async function garageLayout(client: StorageClient): Promise<GarageLayout> {
  const layout = await garageObject(client, 'GetClusterLayout')
  const redundancy = objectField(layout, 'parameters').zoneRedundancy
  const atLeast = objectField(redundancy).atLeast
  return {
    version: numberField(layout, 'version'),
    partitionSize: numberField(layout, 'partitionSize'),
    zoneRedundancy: typeof atLeast === 'number' ? String(atLeast) : 'maximum',
    roles: listField(layout, 'roles').map((entry) => {
      const role = objectField(entry)
      return {
        id: textField(role, 'id'),
        zone: textField(role, 'zone'),
        capacity: optionalNumber(role, 'capacity'),
        partitions: numberField(role, 'storedPartitions'),
        usableBytes: numberField(role, 'usableCapacity'),
      }
    }),
    stagedChanges: listField(layout, 'stagedRoleChanges').length + (objectOrNone(layout, 'stagedParameters') ? 1 : 0),
  }
}

function objectOrNone(value: JsonObject, name: string): boolean {
  return Object.keys(objectField(value, name)).length > 0
}

function optionalNumber(value: JsonObject, name: string): number | undefined {
  return typeof value[name] === 'number' ? value[name] : undefined
}

function diskOf(node: JsonObject, name: string): GarageDisk | undefined {
  const disk = objectField(node, name)
  return 'total' in disk ? { available: numberField(disk, 'available'), total: numberField(disk, 'total') } : undefined
}
