import type { ConfigHistoryEntry } from '@cooperage/storage-client'
import type { Services } from '../shared/services.ts'

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

/**
 * Changes of the configuration that wait for a restart of the server. The server's history has those that anyone set, so that
 * every administrator sees them, whatever console or command made them; resets and restored changes aren't in it, and are known
 * only to the console that made them.
 */
export class PendingChanges {
  /** Time of the last change by target, in milliseconds since the epoch, by the server's clock. */
  readonly #noted = new Map<string, { time: number; isDeletion: boolean }>()

  /** `id` is `section:target`, or a word for several. */
  note(id: string, time: number, { isDeletion = false } = {}): void {
    this.#noted.set(id, { time, isDeletion })
  }

  /** When a target was deleted, or returned to its defaults, in milliseconds since the epoch; undefined if it wasn't, or if it was another console. */
  deletedAt(id: string): number | undefined {
    const noted = this.#noted.get(id)
    return noted?.isDeletion ? noted.time : undefined
  }

  /** What changed since the server started. `startedAt` is in milliseconds since the epoch, by the server's clock. */
  since(startedAt: number, history: readonly ConfigHistoryEntry[]): string[] {
    for (const [id, { time }] of this.#noted) if (time < startedAt) this.#noted.delete(id)
    const set = history.filter(({ createdAt }) => Date.parse(createdAt) >= startedAt).flatMap(({ text }) => idsIn(text))
    return [...new Set([...set, ...this.#noted.keys()])].sort()
  }
}

const ofConsoles = new WeakMap<Services, PendingChanges>()

/** The changes that this console has noted. */
export function pendingChangesOf(services: Services): PendingChanges {
  const pending = ofConsoles.get(services) ?? new PendingChanges()
  ofConsoles.set(services, pending)
  return pending
}

function idsIn(text: string): string[] {
  const ids = text.split(/\r?\n/).map((line) => line.split(' ', 1)[0] ?? '')
  return ids.filter((id) => id !== '' && id !== '#' && !APPLIED_LIVE.has(id.split(':', 1)[0] ?? ''))
}
