/** The program of the worker thread that owns the samples of all consoles in this process: see `sampled-source.ts`. */
import { serveCalls } from '../../shared/sqlite/serve-calls.ts'
import type { Expression } from './expressions.ts'
import { type QueryResult, SampleStore, type StoreState } from './sample-store.ts'
import type { TimeRange } from './time-range.ts'

export interface SamplesThread {
  add(file: string, time: number, exposition: string, instance: string, deletesOld: boolean): void
  query(file: string, expressions: readonly Expression[], range: TimeRange, now: number): QueryResult[][]
  state(file: string): StoreState
  close(file: string): void
}

const stores = new Map<string, SampleStore>()

/** Opened by the first call, and again by the next one if that fails: a folder may become writable again. */
function opened(file: string): SampleStore {
  const store = stores.get(file) ?? new SampleStore(file)
  stores.set(file, store)
  return store
}

const calls: SamplesThread = {
  add: (file, ...args) => opened(file).add(...args),
  query: (file, ...args) => opened(file).query(...args),
  state: (file) => opened(file).state(),
  close(file) {
    stores.get(file)?.close()
    stores.delete(file)
  },
}

serveCalls(calls, () => {
  for (const file of stores.keys()) calls.close(file)
})
