import { AppError } from '@cooperage/contract'
import { type ConfigHistoryEntry, listConfigHistory, type StorageClient, serverInfo } from '@cooperage/storage-client'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { isAppliedLive, isSurelySince, type PendingChanges } from './pending-changes.ts'
import { CONFIG_ACTION, OLD_SITE, parseSectionId, readSection, readSections, type Section } from './sections.ts'
import { isNotInEffect, runningTargets, type StoredTarget, storedTargets } from './stored-targets.ts'

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
  const start = await readStart(storage)
  const { startedAt } = start
  const waiting: string[] = []
  for (const [id, time] of pending.since(startedAt, start.history)) {
    if (isSurelySince(time, startedAt) || (await isWaiting(id, time))) waiting.push(id)
  }
  return { pending: waiting.sort(), startedAt }

  async function isWaiting(id: string, time: number): Promise<boolean> {
    const { section: name, target } = parseSectionId(id)
    if (name === OLD_SITE) return false
    const section = await readSection(storage, name)
    const targets = storedTargets(section, { ...start, noted: pending.targetsOf(name, startedAt) })
    const found = targets.find((one) => one.target === target)
    return found !== undefined && isNotInEffect(name, found, time >= startedAt)
  }
}

/** Several sections, as {@link readStored} reads one. @throws AppError AccessDenied */
export async function readAllStored(storage: StorageClient, names: readonly string[], pending: PendingChanges) {
  const [sections, start] = await Promise.all([readSections(storage, names), readStartIfAllowed(storage)])
  return sections.map((section) => {
    const { name } = section
    if (start === undefined || (isAppliedLive(name) && !pending.has(name))) {
      return { section, targets: runningTargets(section) }
    }
    return { section, targets: storedTargets(section, { ...start, noted: pending.targetsOf(name, start.startedAt) }) }
  })
}

function readStartIfAllowed(storage: StorageClient): Promise<Start | undefined> {
  return readStart(storage).catch((error) => {
    if (error instanceof AppError && error.code === 'AccessDenied') return undefined
    throw error
  })
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
  const [section, start] = await Promise.all([readSection(storage, name), readStartIfAllowed(storage)])
  if (start === undefined) return { section, targets: runningTargets(section) }
  return { section, targets: storedTargets(section, { ...start, noted: pending.targetsOf(name, start.startedAt) }) }
}
