import type { ConfigHistoryEntry } from '@cooperage/storage-client'

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
  readonly #noted = new Map<string, number>()

  /** `id` is `section:target`, or a word for several. */
  note(id: string, time: number): void {
    this.#noted.set(id, time)
  }

  /** What changed since the server started. `startedAt` is in milliseconds since the epoch, by the server's clock. */
  since(startedAt: number, history: readonly ConfigHistoryEntry[]): string[] {
    for (const [id, time] of this.#noted) if (time < startedAt) this.#noted.delete(id)
    const set = history.filter(({ createdAt }) => Date.parse(createdAt) >= startedAt).flatMap(({ text }) => idsIn(text))
    return [...new Set([...set, ...this.#noted.keys()])].sort()
  }
}

function idsIn(text: string): string[] {
  const ids = text.split(/\r?\n/).map((line) => line.split(' ', 1)[0] ?? '')
  return ids.filter((id) => id !== '' && id !== '#' && !APPLIED_LIVE.has(id.split(':', 1)[0] ?? ''))
}
