import type { FastifyBaseLogger } from 'fastify'
import { programBeside } from '../program.ts'
import { DatabaseThread } from '../sqlite/database-thread.ts'
import type { AuditRetention, AuditStore } from './audit-store.ts'
import type { AuditThreadCalls } from './audit-thread.ts'

const PROGRAM = programBeside(import.meta, 'audit-thread')

const INDEXES_FAILED =
  'Indexes of the audit log couldn’t be built: some searches stay slow. Check the space on the disk, then restart the console, which tries again.'

type Thread = DatabaseThread<AuditThreadCalls>

/** Audit entries in a file. Nothing is opened before the first call. */
export function sqliteAuditStore(
  file: string,
  retention: AuditRetention,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
): AuditStore {
  const thread: Thread = new DatabaseThread(PROGRAM, { file })
  let isFirst = true
  let isClosed = false
  const call: Thread['call'] = (name, ...args) => {
    const outcome = thread.call(name, ...args)
    // After this call, whose answer doesn't wait for them.
    if (isFirst) {
      isFirst = false
      buildIndexes(thread, log).catch((error: unknown) => {
        if (!isClosed) log.warn({ err: error }, INDEXES_FAILED)
      })
    }
    return outcome
  }
  return {
    add: (entries) => call('add', entries),
    search: (search) => call('search', search),
    count: (search) => call('count', search),
    read: (place) => call('read', place),
    state: () => call('state'),
    async trim(now) {
      // In small steps, so that new entries are stored between them.
      while (await call('trim', now, retention));
    },
    close() {
      isClosed = true
      return thread.close()
    },
  }
}

/** Builds what a file from an earlier version lacks. Other calls run between two of them. */
async function buildIndexes(thread: Thread, log: Pick<FastifyBaseLogger, 'info'>): Promise<void> {
  const missing = await thread.call('missingIndexes')
  for (const [at, index] of missing.entries()) {
    const step = { index, step: at + 1, of: missing.length }
    log.info(
      step,
      'building an index of the audit log, which nothing can read or write until then; it can take minutes',
    )
    await thread.call('buildIndex', index)
    log.info(step, 'the index of the audit log is built')
  }
}
