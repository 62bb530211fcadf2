/** Who changed the configuration: its history doesn't say, but the audit log does, for who may read it. */
import type { ConfigHistoryEntry, StorageClient } from '@cooperage/storage-client'
import { accountPermissions } from '@cooperage/wire/policy'
import type { FastifyRequest } from 'fastify'
import type { AuditEntry } from '../shared/audit-store/audit-store.ts'
import type { Services } from '../shared/services.ts'
import { allows } from '../shared/session/require-permission.ts'
import type { Session } from '../shared/session/sealed-session.ts'

/** Calls that add to the history, as the audit log names them. */
const APIS = ['SetConfigKV', 'SetConfig']
/** Servers connect to the endpoints of a target before they answer, and the log may have another clock. */
const WITHIN_MS = 30_000
/** Entries that are read at most, for each call. */
const LIMIT = 1000

interface Caller {
  session: Session
  storage: StorageClient
  request: FastifyRequest
}

type Change = Pick<ConfigHistoryEntry, 'createdAt'>

/** Returns the account of a change; '' if it isn't known. */
export async function findAuthors(
  changes: readonly Change[],
  { session, storage, request }: Caller,
  services: Services,
): Promise<(change: Change) => string> {
  const nobody = () => ''
  const { auditArchive, accounts } = services
  if (auditArchive === undefined || changes.length === 0) return nobody
  if (!allows(accountPermissions(await accounts.of(session, storage)), 'admin:ConsoleLog', request, services)) {
    return nobody
  }
  const times = changes.map(({ createdAt }) => Date.parse(createdAt))
  const range = {
    from: (Math.min(...times) - WITHIN_MS) * 1000,
    until: (Math.max(...times) + WITHIN_MS) * 1000,
    descending: true,
    limit: LIMIT,
  }
  const search = (api: string) =>
    auditArchive.store.search({ ...range, filters: [{ field: 'api_name' as const, value: api }] })
  try {
    const entries = (await Promise.all(APIS.map(search))).flat()
    return ({ createdAt }) => authorAt(Date.parse(createdAt), entries)
  } catch {
    // The history is complete without it, and the log search reports what is wrong with the store.
    return nobody
  }
}

/** The only account that changed the configuration around a time: of two it could be either. */
export function authorAt(time: number, entries: readonly AuditEntry[]): string {
  const near = entries.filter(
    (entry) => entry.responseStatusCode < 400 && Math.abs(entry.time / 1000 - time) <= WITHIN_MS,
  )
  const [author, ...others] = new Set(near.map(({ parentUser, accessKey }) => parentUser || accessKey))
  return author !== undefined && others.length === 0 ? author : ''
}
