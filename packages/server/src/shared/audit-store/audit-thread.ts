/** The thread that owns the SQLite file of the audit store. */
import { workerData } from 'node:worker_threads'
import { serveCalls } from '../sqlite/serve-calls.ts'
import { SqliteTables } from './sqlite-tables.ts'

const { file } = workerData as { file: string }
let tables: SqliteTables | undefined

/** Opened by the first call, which reports why it can't be. */
const openOnce = () => {
  tables ??= new SqliteTables(file)
  return tables
}

const calls = {
  add: (...args: Parameters<SqliteTables['add']>) => openOnce().add(...args),
  search: (...args: Parameters<SqliteTables['search']>) => openOnce().search(...args),
  count: (...args: Parameters<SqliteTables['count']>) => openOnce().count(...args),
  read: (...args: Parameters<SqliteTables['read']>) => openOnce().read(...args),
  state: () => openOnce().state(),
  trim: (...args: Parameters<SqliteTables['trim']>) => openOnce().trim(...args),
  missingIndexes: () => openOnce().missingIndexes(),
  buildIndex: (name: string) => openOnce().buildIndex(name),
}
export type AuditThreadCalls = typeof calls

serveCalls(calls, () => tables?.close())
