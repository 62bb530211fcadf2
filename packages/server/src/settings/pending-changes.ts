import type { ConfigHistoryEntry } from '@cooperage/storage-client'
import { configTargetName } from '@cooperage/wire'
import type { Services } from '../shared/services.ts'
import { isSecretKey } from './secret-keys.ts'

/** Sections that servers apply without a restart. */
const APPLIED_LIVE = new Set([
  'api',
  'audit_webhook',
  'batch',
  'browser',
  'callhome',
  'compression',
  'drive',
  'heal',
  'ilm',
  'logger_webhook',
  'scanner',
  'storage_class',
  'subnet',
])

/** Whether servers apply a change of the section without a restart, unless it was restored from the history. */
export const isAppliedLive = (section: string): boolean => APPLIED_LIVE.has(section)

/**
 * What this console noted, and the server's start, are known to the second. A noted change counts as the last of its second, and
 * a change of the second before the start is compared with what is in effect, like one after it.
 */
export const PRECISION_MS = 1_000

/** Whether something that changed at that time isn't in effect: the server may have started a second after what is known. */
export const isSurelySince = (time: number, startedAt: number): boolean => time >= startedAt + PRECISION_MS

/** Placeholder for a secret among the noted values: the console doesn't store secrets. */
const HIDDEN = '(secret)'

/** What this console changed in a target since the server started. Times are those of the server, floored to the second. */
export interface NotedTarget {
  /** When it was deleted, or returned to its defaults; `values` are those that were set after that. */
  deletedAt: number | undefined
  /** By key; undefined for a key that was reset to its default. Secrets are hidden. */
  values: Map<string, { value: string | undefined; time: number }>
}

/**
 * Changes of the configuration that wait for a restart of the server. The server's history has those that anyone set, so that
 * every administrator sees them, whichever console or command made them. Resets and restored changes aren't in it; only
 * the console that made them lists them.
 */
export class PendingChanges {
  readonly #noted = new Map<string, Map<string, NotedTarget>>()

  noteSet(section: string, target: string, values: Readonly<Record<string, string>>, time: number): void {
    const noted = this.#target(section, target)
    for (const [key, value] of Object.entries(values)) {
      noted.values.set(key, { value: isSecretKey(section, key) && value !== '' ? HIDDEN : value, time })
    }
  }

  /** Without keys: the target was deleted, or returned to its defaults. */
  noteReset(section: string, target: string, keys: readonly string[], time: number): void {
    const noted = this.#target(section, target)
    if (keys.length === 0) {
      noted.deletedAt = time
      noted.values.clear()
    }
    for (const key of keys) noted.values.set(key, { value: undefined, time })
  }

  /** The stored values of a section are in effect. */
  forget(section: string): void {
    this.#noted.delete(section)
  }

  /** What this console changed in a section since the second before the server's start, by target, in the server's time. */
  targetsOf(section: string, startedAt: number): ReadonlyMap<string, NotedTarget> {
    const targets = this.#noted.get(section) ?? new Map<string, NotedTarget>()
    for (const [target, noted] of targets) if (timeOf(noted) < startedAt - PRECISION_MS) targets.delete(target)
    return targets
  }

  has(section: string): boolean {
    return this.#noted.has(section)
  }

  /** What changed since the second before the server's start, as `section:target`, each with the time of its last change. */
  since(startedAt: number, history: readonly ConfigHistoryEntry[]): Map<string, number> {
    const noted = [...this.#noted.keys()].flatMap((section) =>
      [...this.targetsOf(section, startedAt)].map(([target, one]) => ({
        id: configTargetName(section, target),
        time: timeOf(one),
      })),
    )
    const set = history.flatMap(({ createdAt, text }) => idsIn(text).map((id) => ({ id, time: Date.parse(createdAt) })))
    const since = [...set, ...noted].filter(({ time }) => time >= startedAt - PRECISION_MS)
    return new Map(since.sort((a, b) => a.time - b.time).map(({ id, time }) => [id, time]))
  }

  #target(section: string, target: string): NotedTarget {
    const targets = this.#noted.get(section) ?? new Map<string, NotedTarget>()
    const noted = targets.get(target) ?? { deletedAt: undefined, values: new Map() }
    this.#noted.set(section, targets.set(target, noted))
    return noted
  }
}

const ofConsoles = new WeakMap<Services, PendingChanges>()

/** The changes that this console has noted. */
export function pendingChangesOf(services: Services): PendingChanges {
  const pending = ofConsoles.get(services) ?? new PendingChanges()
  ofConsoles.set(services, pending)
  return pending
}

function timeOf({ deletedAt = 0, values }: NotedTarget): number {
  return Math.max(deletedAt, ...[...values.values()].map(({ time }) => time))
}

function idsIn(text: string): string[] {
  const ids = text.split(/\r?\n/).map((line) => line.split(' ', 1)[0] ?? '')
  return ids.filter((id) => id !== '' && id !== '#' && !isAppliedLive(id.split(':', 1)[0] ?? ''))
}
