/** Pools of a cluster: their drives, decommission and rebalance. */
import { setTimeout as delay } from 'node:timers/promises'
import {
  AppError,
  cancelDecommission,
  getRebalance,
  listPoolDrives,
  listPools,
  type PoolRebalance,
  type Rebalance,
  type RebalanceState,
  startDecommission,
  startRebalance,
  stopRebalance,
} from '@cooperage/contract'
import {
  cancelDecommission as cancel,
  startRebalance as evenOut,
  type PoolRebalanceStatus,
  type PoolStatus,
  poolDrives,
  listPools as poolsOf,
  type RebalanceStatus,
  rebalanceStatus,
  type StorageClient,
  StorageError,
  startDecommission as start,
  stopRebalance as stop,
} from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { STORAGE_DEADLINE_MS } from '../shared/request-signal.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'

const VIEW = { action: 'admin:ServerInfo' } as const
const DECOMMISSION = 'admin:Decommission'
const REBALANCE = 'admin:Rebalance'
const POOLS = 'pools: it has a single drive, or its drives aren’t given as a range such as /data{1...4}'
const SEVERAL = 'decommissioning and rebalancing, which need several pools'

export function poolRoutes({ routes, log }: Registry): void {
  routes.withSession(listPools, async ({ storage }) => {
    const pools = await withStorageErrors({ ...VIEW, feature: POOLS }, poolsOf(storage))
    return { items: pools.map(toPool).sort((a, b) => a.id - b.id) }
  })

  routes.withSession(listPoolDrives, async ({ storage }) => {
    const { parity, nodes, drives } = await withStorageErrors(VIEW, poolDrives(storage))
    return { parity, nodes, items: drives.map((drive) => ({ ...drive, latencyMs: drive.latencyMs ?? null })) }
  })

  routes.withSession(startDecommission, async ({ body: { pool }, storage }) => {
    await withPoolErrors(DECOMMISSION, start(storage, pool))
  })

  routes.withSession(cancelDecommission, async ({ body: { pool }, storage }) => {
    await withPoolErrors(DECOMMISSION, cancel(storage, pool))
    // It is canceled, whatever comes of this.
    await keepCanceled(storage, pool).catch((error: unknown) =>
      log.warn({ err: error, pool }, 'The state of a pool couldn’t be checked after its decommission was canceled.'),
    )
  })

  routes.withSession(getRebalance, async ({ storage }) => {
    const status = await withPoolErrors(REBALANCE, rebalanceStatus(storage))
    return status === undefined ? { state: 'none' as const, stoppedAt: '', pools: [] } : toRebalance(status)
  })

  routes.withSession(startRebalance, async ({ storage }) => {
    await withPoolErrors(REBALANCE, evenOut(storage))
  })

  routes.withSession(stopRebalance, async ({ storage }) => {
    await withPoolErrors(REBALANCE, stop(storage))
  })
}

const LOOKS = 5
const LOOK_MS = 200

/**
 * MinIO counts the object that it was moving as failed, and a moment later says that the decommission failed. If it's canceled
 * once more, it stays canceled: also if the visitor has left in the meantime.
 */
async function keepCanceled(of: StorageClient, pool: string): Promise<void> {
  const storage = { ...of, signal: AbortSignal.timeout(STORAGE_DEADLINE_MS) }
  for (let look = 0; look < LOOKS; look++) {
    await delay(LOOK_MS)
    const state = (await poolsOf(storage)).find(({ cmdline }) => cmdline === pool)?.decommission
    if (state === 'complete') return
    if (state === 'failed') return await cancel(storage, pool)
  }
}

const isoTime = (time: number) => (time > 0 ? new Date(time).toISOString() : '')

function toPool({ id, cmdline, totalBytes, freeBytes, ...status }: PoolStatus) {
  const { decommission: state, startedAt, startFreeBytes, moved, movedBytes, failed, failedBytes } = status
  const startBytes = state === 'none' ? 0 : Math.max(0, totalBytes - startFreeBytes)
  const decommission = { state, startedAt: isoTime(startedAt), startBytes, moved, movedBytes, failed, failedBytes }
  return { id, cmdline, totalBytes, freeBytes, decommission }
}

/** By the names that servers give them. */
const STATES: Readonly<Record<string, RebalanceState>> = {
  '': 'idle',
  None: 'idle',
  Started: 'running',
  Completed: 'complete',
  Stopped: 'stopped',
  Failed: 'failed',
}

function toRebalance({ stoppedAt, pools }: RebalanceStatus): Rebalance {
  const shown = pools.map(toPoolRebalance)
  const has = (state: RebalanceState) => shown.some((pool) => pool.state === state)
  // Servers that were stopped keep the state of pools as it was.
  const ended = has('failed') ? ('failed' as const) : ('complete' as const)
  const state = stoppedAt > 0 || has('stopped') ? ('stopped' as const) : has('running') ? ('running' as const) : ended
  return { state, stoppedAt: isoTime(stoppedAt), pools: shown }
}

function toPoolRebalance({ status, elapsedMs, leftMs, ...moved }: PoolRebalanceStatus): PoolRebalance {
  const state = Object.hasOwn(STATES, status) ? STATES[status] : undefined
  return {
    ...moved,
    state: state ?? 'unknown',
    elapsedSeconds: Math.max(0, Math.round(elapsedMs / 1000)),
    leftSeconds: leftMs === undefined ? null : Math.round(leftMs / 1000),
  }
}

/** Runs a storage call that moves data between pools, and says why it is refused. */
async function withPoolErrors<T>(action: string, call: Promise<T>): Promise<T> {
  try {
    return await withStorageErrors({ action, feature: SEVERAL }, call)
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : undefined
    const meaning = cause instanceof StorageError ? meaningOf(cause) : undefined
    throw meaning ?? error
  }
}

function meaningOf(cause: StorageError): AppError | undefined {
  const { code, message } = cause
  if (code === 'XMinioAdminInvalidArgument') return new AppError('NoSuchPool', {}, { cause })
  // For a second after the last decommission ended.
  if (code === 'XMinioAdminConfigNoQuorum') return new AppError('PoolsNotReady', {}, { cause })
  if (code === 'InternalError' && /not in progress/i.test(message)) return new AppError('NoDecommission', {}, { cause })
  if (code === 'XMinioAdminRebalanceAlreadyStarted') return new AppError('RebalanceRunning', {}, { cause })
  if (code === 'XMinioRebalanceNotAllowed') return new AppError('DecommissionRunning', {}, { cause })
  if (code !== 'XMinioDecommissionNotAllowed') return undefined
  if (/rebalance/i.test(message)) return new AppError('RebalanceRunning', {}, { cause })
  if (/already in progress/i.test(message)) return new AppError('DecommissionRunning', {}, { cause })
  return new AppError('DecommissionRefused', { reason: message }, { cause })
}
