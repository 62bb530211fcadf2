import { timingSafeEqual } from 'node:crypto'
import { AppError, reasonText } from '@cooperage/contract'
import { sha256Hex } from '@cooperage/wire'
import type { FastifyInstance } from 'fastify'
import type { AuditArchive } from '../shared/audit-store/audit-archive.ts'
import type { NewAuditEntry } from '../shared/audit-store/audit-store.ts'
import { parseEntries, readEntry } from '../shared/audit-store/read-entries.ts'

/** Where the storage server sends its audit log. Not an API call of the page: it has its own token and body format. */
export const INGEST_PATH = '/api/v1/logs/ingest'
/** Servers send up to 100 entries per request, some with the names of 1,000 objects. */
const BODY_LIMIT = 8 * 1024 * 1024
const MAX_ENTRIES = 10_000

/** Receives audit entries. Responds with success when they are durable; the sender delivers all others again. */
export function auditIngest(app: FastifyInstance, archive: AuditArchive | undefined, now: () => number): void {
  if (archive === undefined) return
  const expected = Buffer.from(sha256Hex(archive.token))
  void app.register(async (scope) => {
    // One JSON document per line isn't JSON, whatever the server calls it.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.post(
      INGEST_PATH,
      {
        schema: { hide: true },
        bodyLimit: BODY_LIMIT,
        config: { isQuiet: true },
        onRequest: async ({ headers }) => {
          const presented = (headers.authorization ?? '').replace(/^Bearer\s+/i, '')
          // The digests have one length, and comparing them takes the same time whatever differs.
          if (!timingSafeEqual(Buffer.from(sha256Hex(presented)), expected)) throw new AppError('AuditTokenRefused')
        },
      },
      async ({ body }, reply) => {
        const entries = readBody(typeof body === 'string' ? body : '', now())
        if (entries.length > 0) {
          await archive.receive(entries).catch((cause: unknown) => {
            throw new AppError(archive.problem === 'full' ? 'AuditStoreFull' : 'AuditStoreUnavailable', {}, { cause })
          })
        }
        return reply.code(204).send()
      },
    )
  })
}

/** @throws AppError InvalidInput */
function readBody(body: string, now: number): NewAuditEntry[] {
  try {
    const documents = parseEntries(body)
    if (documents.length > MAX_ENTRIES) throw new TypeError(`it has more than ${MAX_ENTRIES} entries`)
    return documents.map((document) => readEntry(document, now))
  } catch (error) {
    if (error instanceof SyntaxError) throw new AppError('InvalidInput', { reason: reasonText('bodyIsNotJson') })
    if (error instanceof TypeError)
      throw new AppError('InvalidInput', { reason: reasonText('notAuditEntry', { problem: error.message }) })
    throw error
  }
}
