import { appendFile, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { readOptional, writeDurably } from '../data-folder.ts'

/** Far more than can be signed out within the longest session; limits memory. */
const MAX_ENTRIES = 100_000

/**
 * Sessions that were signed out while the storage server couldn't revoke their keys: rejected by this console until their
 * cookie expires. Stored as lines `id endsAt` in the data folder; a line is on disk before the sign-out returns.
 */
export interface SignedOutSessions {
  has(id: string): boolean
  add(id: string, endsAt: number): Promise<void>
}

/** Loads the file, and drops what has expired since. */
export async function openSignedOutSessions(dataDir: string, now: () => number): Promise<SignedOutSessions> {
  const file = join(dataDir, 'signed-out-sessions')
  const ends = new Map<string, number>()
  const kept = await readOptional(file)
  for (const line of kept?.split('\n') ?? []) {
    const [id, end] = line.split(' ')
    if (id !== undefined && Number(end) > now()) ends.set(id, Number(end))
  }
  if (kept !== undefined) await writeDurably(file, linesOf(ends))
  return {
    has: (id) => (ends.get(id) ?? 0) > now(),
    async add(id, endsAt) {
      ends.set(id, endsAt)
      if (ends.size > MAX_ENTRIES) {
        const [oldest] = ends.keys()
        if (oldest !== undefined) ends.delete(oldest)
      }
      await mkdir(dataDir, { recursive: true })
      await appendFile(file, `${id} ${endsAt}\n`, { mode: 0o600, flush: true })
      // The name of a new file is durable only after its folder is synced.
      await using folder = await open(dataDir)
      await folder.sync()
    },
  }
}

function linesOf(ends: Map<string, number>): string {
  return [...ends].map(([id, end]) => `${id} ${end}\n`).join('')
}
