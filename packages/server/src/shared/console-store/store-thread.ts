/** The thread that owns the SQLite file of the console's store. */
import { workerData } from 'node:worker_threads'
import { serveCalls } from '../sqlite/serve-calls.ts'
import { SqliteStore } from './sqlite-store.ts'

const store = new SqliteStore(String(workerData))

const calls = {
  open: (...args: Parameters<SqliteStore['open']>) => store.open(...args),
  all: (...args: Parameters<SqliteStore['all']>) => store.all(...args),
  batch: (...args: Parameters<SqliteStore['batch']>) => store.batch(...args),
}
export type StoreThreadCalls = typeof calls

serveCalls(calls, () => store.close())
