import { type JsonObject, listField, numberField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { StorageError } from '../storage-error.ts'
import { sendAdminForJson, sendAdminForNothing, sendAdminForObject, sendAdminForText } from './send-admin.ts'
import { type DriveInfo, toDrive } from './server-info.ts'

const PATH = '/minio/admin/v3'

/** Sizes in bytes. */
export interface PoolStatus {
  /** Its place in the command line, from 0. */
  id: number
  /** The argument of the command line. */
  cmdline: string
  /** Space for objects, excluding parity. */
  totalBytes: number
  freeBytes: number
  /** `none` for a pool that was never decommissioned. */
  decommission: 'none' | 'running' | 'complete' | 'failed' | 'canceled'
  /** Milliseconds since the epoch, 0 if it wasn't started. */
  startedAt: number
  /** Free space when it was started. */
  startFreeBytes: number
  /** Versions of objects that were moved to other pools, and those that couldn't be. */
  moved: number
  movedBytes: number
  failed: number
  failedBytes: number
}

/**
 * The pools of the cluster; needs admin:ServerInfo or admin:Decommission.
 * @throws StorageError `NotImplemented` where the command line lists each drive, `XMinioAdminVersionMismatch` with a single drive
 */
export async function listPools(client: StorageClient): Promise<PoolStatus[]> {
  return listField(
    { pools: await sendAdminForJson(client, { method: 'GET', path: `${PATH}/pools/list` }) },
    'pools',
  ).map((entry) => {
    const pool = objectField(entry)
    const info = objectField(pool, 'decommissionInfo')
    const startedAt = timeIn(info, 'startTime')
    return {
      id: numberField(pool, 'id'),
      cmdline: textField(pool, 'cmdline'),
      totalBytes: numberField(info, 'totalSize'),
      freeBytes: numberField(info, 'currentSize'),
      decommission: stateOf(info, startedAt),
      startedAt,
      startFreeBytes: numberField(info, 'startSize'),
      moved: numberField(info, 'objectsDecommissioned'),
      movedBytes: numberField(info, 'bytesDecommissioned'),
      failed: numberField(info, 'objectsDecommissionedFailed'),
      failedBytes: numberField(info, 'bytesDecommissionedFailed'),
    }
  })
}

function stateOf({ complete, failed, canceled }: JsonObject, startedAt: number): PoolStatus['decommission'] {
  if (complete === true) return 'complete'
  if (failed === true) return 'failed'
  if (canceled === true) return 'canceled'
  return startedAt > 0 ? 'running' : 'none'
}

/** 0 for the year 1, with which servers say that there is no such time. */
function timeIn(fields: JsonObject, name: string): number {
  return Math.max(0, Date.parse(textField(fields, name)) || 0)
}

export interface PoolDriveInfo extends DriveInfo {
  /** `host:port` of its server. */
  node: string
  /** Average time of its calls in the last minute, undefined without any. */
  latencyMs: number | undefined
  /** How many calls that were. */
  calls: number
}

export interface PoolDrives {
  /** Drives of each erasure set that hold parity. */
  parity: number
  nodes: { endpoint: string; state: string; version: string }[]
  drives: PoolDriveInfo[]
}

/** All drives, with what they did in the last minute; needs admin:ServerInfo. @throws StorageError */
export async function poolDrives(client: StorageClient): Promise<PoolDrives> {
  const info = await sendAdminForObject(client, { method: 'GET', path: `${PATH}/info`, query: { metrics: 'true' } })
  const servers = listField(info, 'servers').map((entry) => objectField(entry))
  return {
    parity: numberField(objectField(info, 'backend'), 'standardSCParity'),
    nodes: servers.map((server) => ({
      endpoint: textField(server, 'endpoint'),
      state: textField(server, 'state'),
      version: textField(server, 'version'),
    })),
    drives: servers.flatMap((server) =>
      listField(server, 'drives').map((drive) => ({
        node: textField(server, 'endpoint'),
        ...toDrive(drive),
        pool: placeIn(drive, 'pool_index'),
        set: placeIn(drive, 'set_index'),
        ...latencyOf(objectField(objectField(drive, 'metrics'), 'lastMinute')),
      })),
    ),
  }
}

/** -1 for a drive without a place, which the server says or leaves out. */
function placeIn(drive: unknown, name: string): number {
  const place = objectField(drive)[name]
  return typeof place === 'number' && Number.isInteger(place) && place >= 0 ? place : -1
}

/** The call by which servers check a drive every few seconds. It is answered from a cache, so it says nothing about the drive. */
const CHECK = 'DiskInfo'

function latencyOf(lastMinute: JsonObject): Pick<PoolDriveInfo, 'latencyMs' | 'calls'> {
  let calls = 0
  let nanoseconds = 0
  for (const [name, action] of Object.entries(lastMinute)) {
    if (name === CHECK) continue
    calls += numberField(objectField(action), 'count')
    nanoseconds += numberField(objectField(action), 'acc_time_ns')
  }
  return { calls, latencyMs: calls > 0 ? nanoseconds / calls / 1e6 : undefined }
}

/**
 * Starts to move all objects of a pool, named by its command line, to the others; needs admin:Decommission.
 * @throws StorageError `XMinioDecommissionNotAllowed`, `XMinioAdminRebalanceAlreadyStarted`, `NotImplemented` for the only pool
 */
export async function startDecommission(client: StorageClient, pool: string): Promise<void> {
  await sendAdminForNothing(client, { method: 'POST', path: `${PATH}/pools/decommission`, query: { pool } })
}

/** Cancels the decommission of a pool; needs admin:Decommission. @throws StorageError */
export async function cancelDecommission(client: StorageClient, pool: string): Promise<void> {
  await sendAdminForNothing(client, { method: 'POST', path: `${PATH}/pools/cancel`, query: { pool } })
}

export interface PoolRebalanceStatus {
  id: number
  /** `None` for a pool that takes no part, `Started`, `Completed`, `Stopped` or `Failed`. */
  status: string
  /** Share of its space that is in use, 0 to 1. */
  used: number
  objects: number
  versions: number
  bytes: number
  elapsedMs: number
  /** undefined if unknown. */
  leftMs: number | undefined
}

export interface RebalanceStatus {
  /** Milliseconds since the epoch, 0 unless it was stopped. */
  stoppedAt: number
  pools: PoolRebalanceStatus[]
}

/** The last rebalance, undefined if there was none; needs admin:Rebalance. @throws StorageError */
export async function rebalanceStatus(client: StorageClient): Promise<RebalanceStatus | undefined> {
  try {
    const status = await sendAdminForObject(client, { method: 'GET', path: `${PATH}/rebalance/status` })
    return { stoppedAt: timeIn(status, 'stoppedAt'), pools: listField(status, 'pools').map(toPoolRebalance) }
  } catch (error) {
    if (error instanceof StorageError && error.code === 'XMinioAdminRebalanceNotStarted') return undefined
    throw error
  }
}

/** Beyond this a time left is what servers compute from nothing moved yet. */
const MAX_LEFT_MS = 10 * 365 * 24 * 3_600_000

function toPoolRebalance(entry: unknown): PoolRebalanceStatus {
  const pool = objectField(entry)
  const progress = objectField(pool, 'progress')
  const bytes = numberField(progress, 'bytes')
  const leftMs = numberField(progress, 'eta') / 1e6
  return {
    id: numberField(pool, 'id'),
    status: textField(pool, 'status'),
    used: numberField(pool, 'used'),
    objects: numberField(progress, 'objects'),
    versions: numberField(progress, 'versions'),
    bytes,
    elapsedMs: numberField(progress, 'elapsed') / 1e6,
    leftMs: bytes > 0 && leftMs > 0 && leftMs < MAX_LEFT_MS ? leftMs : undefined,
  }
}

/**
 * Starts to even out the pools; needs admin:Rebalance.
 * @throws StorageError `XMinioAdminRebalanceAlreadyStarted`, `XMinioRebalanceNotAllowed`, `NotImplemented` with a single pool
 */
export async function startRebalance(client: StorageClient): Promise<void> {
  await sendAdminForText(client, { method: 'POST', path: `${PATH}/rebalance/start` })
}

/** Stops the rebalance, if one runs; needs admin:Rebalance. @throws StorageError */
export async function stopRebalance(client: StorageClient): Promise<void> {
  await sendAdminForNothing(client, { method: 'POST', path: `${PATH}/rebalance/stop` })
}
