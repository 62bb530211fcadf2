import * as z from 'zod/mini'
import { route } from '../route.ts'

/** Bytes. */
const disk = z.nullable(z.object({ available: z.number(), total: z.number() }))

export const garageNode = z.object({
  id: z.string(),
  hostname: z.string(),
  address: z.string(),
  version: z.string(),
  up: z.boolean(),
  /** Seconds since it was last seen, for a node that is down; null if it never was. */
  lastSeenSeconds: z.nullable(z.number()),
  /** It leaves the cluster, and still has data. */
  draining: z.boolean(),
  /** Its place in the layout, null for none. `capacity` in bytes, null for a gateway, which stores nothing. */
  role: z.nullable(z.object({ zone: z.string(), tags: z.array(z.string()), capacity: z.nullable(z.number()) })),
  /** File systems of data and metadata, null while the node is down. */
  data: disk,
  metadata: disk,
})
export type GarageNode = z.infer<typeof garageNode>

export const listGarageNodes = route('garage.nodes', 'GET /api/v1/garage/nodes', {
  summary: 'Lists the nodes of the Garage cluster.',
  response: z.array(garageNode),
})

export const getGarageHealth = route('garage.health', 'GET /api/v1/garage/health', {
  summary: 'Returns the health of the Garage cluster.',
  response: z.object({
    /** `degraded`: some nodes are missing; `unavailable`: some data can't be read or written. */
    status: z.enum(['healthy', 'degraded', 'unavailable', 'unknown']),
    knownNodes: z.number(),
    connectedNodes: z.number(),
    storageNodes: z.number(),
    storageNodesUp: z.number(),
    partitions: z.number(),
    /** With enough nodes to be written. */
    partitionsQuorum: z.number(),
    partitionsAllOk: z.number(),
  }),
})

export const getGarageLayout = route('garage.layout', 'GET /api/v1/garage/layout', {
  summary: 'Returns the layout of the Garage cluster.',
  response: z.object({
    version: z.number(),
    /** Bytes. */
    partitionSize: z.number(),
    /** Over how many zones each partition is spread at least: a number, or `maximum`. */
    zoneRedundancy: z.string(),
    roles: z.array(
      z.object({
        id: z.string(),
        zone: z.string(),
        /** Bytes; null for a gateway. */
        capacity: z.nullable(z.number()),
        partitions: z.number(),
        usableBytes: z.number(),
      }),
    ),
    /** Changes that nobody has applied yet. */
    stagedChanges: z.number(),
  }),
})
