import type { LogEntry } from '@cooperage/contract'
import type { Logged } from '../shared/live/live-log.ts'

export type LoggedEntry = Logged<LogEntry>

/** The message, or the plain output of an entry without one. */
export function messageOf({ error, ConsoleMsg }: LogEntry): string {
  return error.message || ConsoleMsg
}

interface EntryFilter {
  search: string
  /** '' for any. */
  level: string
}

export function matches(entry: LogEntry, { search, level }: EntryFilter): boolean {
  if (level !== '' && entry.level !== level) return false
  const wanted = search.toLowerCase()
  const { api, node, host, remotehost, requestID, userAgent } = entry
  const texts = [messageOf(entry), api.name, api.bucket, api.object, node, host, remotehost, requestID, userAgent]
  return texts.some((text) => text.toLowerCase().includes(wanted))
}
