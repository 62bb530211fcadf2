import { CONFIGURATION_HISTORY_LIMIT, getRestartState, restartService } from '@cooperage/contract'
import {
  type ConfigHistoryEntry,
  listConfigHistory,
  restartServer,
  type StorageClient,
  serverInfo,
} from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import type { PendingChanges } from './pending-changes.ts'
import { CONFIG_ACTION } from './sections.ts'

export function restartRoutes({ routes }: Registry, pending: PendingChanges): void {
  routes.withSession(getRestartState, async ({ storage }) => {
    const { startedAt, pending: waiting } = await readPending(storage, pending)
    return { pending: waiting, startedAt: new Date(startedAt).toISOString() }
  })

  routes.withSession(restartService, async ({ storage }) => {
    await withStorageErrors({ action: 'admin:ServiceRestart' }, restartServer(storage))
  })
}

/** What changed since the server started, and when it did, in milliseconds since the epoch. @throws AppError AccessDenied */
export async function readPending(storage: StorageClient, pending: PendingChanges) {
  const { startedAt, history } = await readStart(storage)
  return { pending: pending.since(startedAt, history), startedAt }
}

/** When the server last started, in milliseconds since the epoch by its own clock, and the history of its configuration. */
export async function readStart(
  storage: StorageClient,
): Promise<{ startedAt: number; history: readonly ConfigHistoryEntry[] }> {
  const [{ servers, time }, history] = await Promise.all([
    withStorageErrors({ action: 'admin:ServerInfo' }, serverInfo(storage)),
    withStorageErrors({ action: CONFIG_ACTION }, listConfigHistory(storage, CONFIGURATION_HISTORY_LIMIT)),
  ])
  // The server that started first: the others may have restarted one by one.
  return { startedAt: time - 1000 * Math.max(0, ...servers.map(({ uptimeSeconds }) => uptimeSeconds)), history }
}
