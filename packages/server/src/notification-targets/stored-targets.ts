/**
 * The targets of a section as they are stored. Servers return the values that are in effect, without what waits for a restart;
 * that is known from the history of the server, and deletions from what this console has deleted.
 */
import type { ConfigHistoryEntry } from '@cooperage/storage-client'
import { type ConfigTarget, configTargetName, parseConfigTargets } from '@cooperage/wire'
import { isSecretKey } from '../settings/secret-keys.ts'
import { keysIn, type Section } from '../settings/sections.ts'

/**
 * Deletions and the server's start are known to the second. A change of the second before the start is compared with what is in
 * effect, like one after it.
 */
const PRECISION_MS = 1_000

export interface StoredTarget {
  /** '' for the unnamed target. */
  target: string
  /** The values that are in effect; undefined for a target that the running server doesn't have. */
  running: ConfigTarget | undefined
  /** The values after the next restart; undefined for a target that is deleted then. */
  stored: ConfigTarget | undefined
}

export interface ChangesSinceStart {
  /** In milliseconds since the epoch, by the server's clock. */
  startedAt: number
  history: readonly ConfigHistoryEntry[]
  /** When a target was deleted, by its id; undefined if it wasn't. */
  deletedAt: (id: string) => number | undefined
}

export function storedTargets({ name, help, targets }: Section, changes: ChangesSinceStart): StoredTarget[] {
  const found = new Map<string, StoredTarget>()
  for (const running of targets) found.set(running.target, { target: running.target, running, stored: running })
  for (const [target, entry] of found) {
    const time = deletionOf(name, target, changes)
    if (time !== undefined) found.set(target, { ...entry, stored: undefined })
  }
  const keys = keysIn(name, help)
  const since = changes.history.filter(({ createdAt }) => Date.parse(createdAt) >= changes.startedAt - PRECISION_MS)
  for (const { createdAt, text } of since) {
    for (const set of parseConfigTargets(text, name, keys)) {
      const deleted = deletionOf(name, set.target, changes)
      if (deleted !== undefined && Date.parse(createdAt) < deleted + PRECISION_MS) continue
      const before = found.get(set.target)
      const stored = withValues(before?.stored, set)
      found.set(set.target, { target: set.target, running: before?.running, stored })
    }
  }
  const isSecret = (key: string) => isSecretKey(name, key)
  return [...found.values()]
    .map((one) => (isInEffect(one, isSecret) ? { ...one, stored: one.running } : one))
    .filter(({ running, stored }) => running !== undefined || stored !== undefined)
}

/** Whether the running server has the values already. Running secrets aren't known, so a secret that was set counts as new. */
function isInEffect({ running, stored }: StoredTarget, isSecret: (key: string) => boolean): boolean {
  if (running === undefined || stored === undefined) return false
  return Object.entries(stored.values).every(([key, value]) => {
    if (isSecret(key) && running.values[key] === undefined) return false
    return value === (running.values[key] ?? (key === 'enable' ? 'on' : ''))
  })
}

function deletionOf(section: string, target: string, { startedAt, deletedAt }: ChangesSinceStart): number | undefined {
  const time = deletedAt(configTargetName(section, target))
  return time !== undefined && time >= startedAt - PRECISION_MS ? time : undefined
}

/** A change leaves the other values of the target, and switches it on unless it says otherwise. */
function withValues(before: ConfigTarget | undefined, set: ConfigTarget): ConfigTarget {
  const values = { ...before?.values, enable: 'on', ...set.values }
  return { ...set, values, environment: before?.environment ?? {} }
}

/** Whether a target is switched on. */
export function isOn({ values, isOff }: ConfigTarget): boolean {
  return !isOff && values.enable !== 'off'
}
