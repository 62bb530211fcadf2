import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { readOptional, writeDurably } from '../data-folder.ts'
import type { ServerSettings } from '../settings.ts'
import { AuditArchive } from './audit-archive.ts'
import { postgresAuditStore } from './postgres-store.ts'
import { sqliteAuditStore } from './sqlite-store.ts'

const DEFAULT_DAYS = 30
const DEFAULT_BYTES = 2 * 1024 ** 3

/** The archive of the settings; undefined if audit entries aren't kept. A database that is unavailable doesn't matter yet. */
export async function openAuditArchive(
  settings: ServerSettings,
  now: () => number,
  log: FastifyBaseLogger,
): Promise<AuditArchive | undefined> {
  const { auditStore = 'off', dataDir, auditDays = DEFAULT_DAYS, auditBytes = DEFAULT_BYTES } = settings
  if (auditStore === 'off') return undefined
  const token = await auditTokenOf(settings)
  const retention = { days: auditDays, bytes: auditBytes }
  const store =
    auditStore === 'sqlite'
      ? sqliteAuditStore(join(dataDir, 'audit.sqlite'), retention, log)
      : postgresAuditStore(auditStore, retention, log)
  return new AuditArchive({ store, token, retention, now, log })
}

/** What senders have to present: by default the token in the data folder's `audit-token`, created at the first start. */
export async function auditTokenOf({ auditToken, dataDir }: ServerSettings): Promise<string> {
  if (auditToken !== undefined) return auditToken
  const file = join(dataDir, 'audit-token')
  const kept = (await readOptional(file))?.trim()
  if (kept) return kept
  const made = randomBytes(32).toString('base64url')
  await mkdir(dataDir, { recursive: true })
  await writeDurably(file, `${made}\n`)
  return made
}
