import { AppError } from '@cooperage/contract'
import { type ConfigHistoryEntry, listConfigHistory, type StorageClient, serverInfo } from '@cooperage/storage-client'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { isAppliedLive, type PendingChanges } from './pending-changes.ts'
import { CONFIG_ACTION, readSection, type Section } from './sections.ts'
import { runningTargets, type StoredTarget, storedTargets } from './stored-targets.ts'

/** When the server last started, in milliseconds since the epoch by its own clock, and the history of its configuration. */
export interface Start {
  startedAt: number
  history: readonly ConfigHistoryEntry[]
}

/** @throws AppError AccessDenied without admin:ServerInfo */
export async function readStart(storage: StorageClient): Promise<Start> {
  const [{ servers, time }, history] = await Promise.all([
    withStorageErrors({ action: 'admin:ServerInfo' }, serverInfo(storage)),
    withStorageErrors({ action: CONFIG_ACTION }, listConfigHistory(storage)),
  ])
  // The server that started first: the others may have restarted one by one.
  return { startedAt: time - 1000 * Math.max(0, ...servers.map(({ uptimeSeconds }) => uptimeSeconds)), history }
}

/** What changed since the server started, as `section:target`, and when it did. @throws AppError AccessDenied */
export async function readPending(storage: StorageClient, pending: PendingChanges) {
  const { startedAt, history } = await readStart(storage)
  return { pending: pending.since(startedAt, history), startedAt }
}

/**
 * A section with its targets as they are stored. Visitors who can't read when the server started get the values in effect.
 * @throws AppError NoSuchConfiguration, AccessDenied
 */
export async function readStored(
  storage: StorageClient,
  name: string,
  pending: PendingChanges,
): Promise<{ section: Section; targets: StoredTarget[] }> {
  if (isAppliedLive(name) && !pending.has(name)) {
    const section = await readSection(storage, name)
    return { section, targets: runningTargets(section) }
  }
  const [section, start] = await Promise.all([
    readSection(storage, name),
    readStart(storage).catch((error) => {
      if (error instanceof AppError && error.code === 'AccessDenied') return undefined
      throw error
    }),
  ])
  if (start === undefined) return { section, targets: runningTargets(section) }
  return { section, targets: storedTargets(section, { ...start, noted: pending.targetsOf(name, start.startedAt) }) }
}
