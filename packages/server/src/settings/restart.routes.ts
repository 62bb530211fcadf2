import { CONFIGURATION_HISTORY_LIMIT, getRestartState, restartService } from '@cooperage/contract'
import { listConfigHistory, restartServer, serverInfo } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import type { PendingChanges } from './pending-changes.ts'
import { CONFIG_ACTION } from './sections.ts'

export function restartRoutes({ routes }: Registry, pending: PendingChanges): void {
  routes.withSession(getRestartState, async ({ storage }) => {
    const [{ servers, time }, history] = await Promise.all([
      withStorageErrors({ action: 'admin:ServerInfo' }, serverInfo(storage)),
      withStorageErrors({ action: CONFIG_ACTION }, listConfigHistory(storage, CONFIGURATION_HISTORY_LIMIT)),
    ])
    // The server that started first: the others may have restarted one by one.
    const startedAt = time - 1000 * Math.max(0, ...servers.map(({ uptimeSeconds }) => uptimeSeconds))
    return { pending: pending.since(startedAt, history), startedAt: new Date(startedAt).toISOString() }
  })

  routes.withSession(restartService, async ({ storage }) => {
    await withStorageErrors({ action: 'admin:ServiceRestart' }, restartServer(storage))
  })
}
