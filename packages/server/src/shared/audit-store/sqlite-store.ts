import { programBeside } from '../program.ts'
import { DatabaseThread } from '../sqlite/database-thread.ts'
import type { AuditRetention, AuditStore } from './audit-store.ts'
import type { AuditThreadCalls } from './audit-thread.ts'

const PROGRAM = programBeside(import.meta, 'audit-thread')

/** Audit entries in a file. Nothing is opened before the first call. */
export function sqliteAuditStore(file: string, retention: AuditRetention): AuditStore {
  const thread = new DatabaseThread<AuditThreadCalls>(PROGRAM, { file })
  return {
    add: (entries) => thread.call('add', entries),
    search: (search) => thread.call('search', search),
    count: (search) => thread.call('count', search),
    read: (place) => thread.call('read', place),
    state: () => thread.call('state'),
    async trim(now) {
      // In small steps, so that new entries are stored between them.
      while (await thread.call('trim', now, retention));
    },
    close: () => thread.close(),
  }
}
