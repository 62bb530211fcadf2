/** The thread that owns the SQLite files of the stores of all consoles in this process: see `open-store.ts`. */
import { serveCalls } from '../sqlite/serve-calls.ts'
import { SqliteStore } from './sqlite-store.ts'

/** By a name that whoever opens one gives it: of one file there can be two, each with its own end. */
const stores = new Map<string, SqliteStore>()

type Opened = readonly [store: string, file: string]

/** A thread that was started again has none. */
function opened([store, file]: Opened): SqliteStore {
  const found = stores.get(store) ?? new SqliteStore(file)
  stores.set(store, found)
  return found
}

const calls = {
  open: (store: Opened, ...args: Parameters<SqliteStore['open']>) => opened(store).open(...args),
  all: (store: Opened, ...args: Parameters<SqliteStore['all']>) => opened(store).all(...args),
  batch: (store: Opened, ...args: Parameters<SqliteStore['batch']>) => opened(store).batch(...args),
  close([store]: Opened) {
    stores.get(store)?.close()
    stores.delete(store)
  },
}
export type StoreThreadCalls = typeof calls

serveCalls(calls, () => {
  for (const store of stores.values()) store.close()
})
