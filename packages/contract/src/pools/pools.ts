/** Pools of a cluster: their drives, and moving data out of one pool or between all of them. */
import * as z from 'zod/mini'
import { route } from '../route.ts'

/**
 * How the last decommission of a pool ended, or that it is running. A pool with any but `none` gets no new objects.
 */
export const DECOMMISSION_STATES = ['none', 'running', 'complete', 'failed', 'canceled'] as const
export type DecommissionState = (typeof DECOMMISSION_STATES)[number]

/** Sizes in bytes. */
const pool = z.object({
  /** Its place in the command line of the servers, from 0. */
  id: z.number(),
  /** The argument of the command line: where its drives are. Calls name the pool by it. */
  cmdline: z.string(),
  /** Space for objects, excluding parity. */
  totalBytes: z.number(),
  freeBytes: z.number(),
  decommission: z.object({
    state: z.enum(DECOMMISSION_STATES),
    /** ISO 8601; '' if none was started. */
    startedAt: z.string(),
    /** Bytes in use when it was started. */
    startBytes: z.number(),
    /** Versions of objects, and their bytes. */
    moved: z.number(),
    movedBytes: z.number(),
    failed: z.number(),
    failedBytes: z.number(),
  }),
})
export type Pool = z.infer<typeof pool>

export const listPools = route('pools.list', 'GET /api/v1/admin/pools', {
  summary: 'Lists the pools of the cluster, with the progress of their decommission.',
  response: z.object({ items: z.array(pool) }),
})

/** Sizes in bytes, 0 if the drive doesn't report them. */
const poolDrive = z.object({
  /** `host:port` of its server. */
  node: z.string(),
  path: z.string(),
  /** `ok`, or what is wrong, as the server names it: `offline`, `unformatted`, … */
  state: z.string(),
  isHealing: z.boolean(),
  totalBytes: z.number(),
  usedBytes: z.number(),
  freeBytes: z.number(),
  /** Indexes of its pool and of its erasure set there, from 0; -1 for a drive without a place. */
  pool: z.number(),
  set: z.number(),
  /** Average time of its calls in the last minute; null without any. */
  latencyMs: z.nullable(z.number()),
  /** How many calls that were. */
  calls: z.number(),
})
export type PoolDrive = z.infer<typeof poolDrive>

export const listPoolDrives = route('pools.drives', 'GET /api/v1/admin/pools/drives', {
  summary: 'Lists the drives of all pools, with their space and their latency in the last minute.',
  response: z.object({
    /** Drives of each erasure set that can fail without data loss. */
    parity: z.number(),
    /** `version` is '' for one that doesn't respond. */
    nodes: z.array(z.object({ endpoint: z.string(), state: z.string(), version: z.string() })),
    items: z.array(poolDrive),
  }),
})
export type PoolDrives = z.infer<NonNullable<(typeof listPoolDrives)['response']>>

/** By the argument of the command line, so that a restart with other arguments can't change which pool is meant. */
const ofPool = z.strictObject({ pool: z.string().check(z.minLength(1), z.maxLength(4096)) })

export const startDecommission = route('pools.decommission', 'POST /api/v1/admin/pools/decommission', {
  summary: 'Starts to move all objects of a pool to the others. The pool gets no new objects from then on.',
  body: ofPool,
  errors: ['NoSuchPool', 'DecommissionRunning', 'RebalanceRunning', 'DecommissionRefused', 'PoolsNotReady'],
})

export const cancelDecommission = route('pools.cancelDecommission', 'POST /api/v1/admin/pools/cancel', {
  summary: 'Cancels the decommission of a pool. What has been moved stays in the other pools.',
  body: ofPool,
  errors: ['NoSuchPool', 'NoDecommission'],
})

/** `idle`: the pool takes no part, because it has no more data than its share. */
export const REBALANCE_STATES = ['idle', 'running', 'complete', 'stopped', 'failed', 'unknown'] as const
export type RebalanceState = (typeof REBALANCE_STATES)[number]

const poolRebalance = z.object({
  id: z.number(),
  state: z.enum(REBALANCE_STATES),
  /** Share of its space that is in use, 0 to 1. */
  used: z.number(),
  /** What was moved to other pools. */
  objects: z.number(),
  versions: z.number(),
  bytes: z.number(),
  elapsedSeconds: z.number(),
  /** null if unknown. */
  leftSeconds: z.nullable(z.number()),
})
export type PoolRebalance = z.infer<typeof poolRebalance>

export const getRebalance = route('pools.rebalance', 'GET /api/v1/admin/rebalance', {
  summary: 'Returns the progress of the last rebalance, pool by pool.',
  response: z.object({
    /** `none`: there hasn't been one. */
    state: z.enum(['none', 'running', 'complete', 'stopped', 'failed']),
    /** ISO 8601; '' unless it was stopped. */
    stoppedAt: z.string(),
    pools: z.array(poolRebalance),
  }),
})
export type Rebalance = z.infer<NonNullable<(typeof getRebalance)['response']>>

export const startRebalance = route('pools.startRebalance', 'POST /api/v1/admin/rebalance', {
  summary: 'Starts to move objects between pools until each has its share of the data.',
  errors: ['DecommissionRunning', 'RebalanceRunning'],
})

export const stopRebalance = route('pools.stopRebalance', 'DELETE /api/v1/admin/rebalance', {
  summary: 'Stops the rebalance. What has been moved stays where it is.',
})
