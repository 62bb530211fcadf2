import { getRestartState, restartService } from '@cooperage/contract'
import { restartServer } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { readPending } from './changes-since-start.ts'
import type { PendingChanges } from './pending-changes.ts'

export function restartRoutes({ routes, services: { uploads } }: Registry, pending: PendingChanges): void {
  routes.withSession(getRestartState, async ({ storage }) => {
    const { startedAt, pending: waiting } = await readPending(storage, pending)
    return { pending: waiting, startedAt: new Date(startedAt).toISOString(), uploads: uploads.running }
  })

  routes.withSession(restartService, async ({ storage }) => {
    await withStorageErrors({ action: 'admin:ServiceRestart' }, restartServer(storage))
  })
}
