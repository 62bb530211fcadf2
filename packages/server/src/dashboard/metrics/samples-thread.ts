/** The program of the worker thread that owns the samples of all consoles in this process: see `sampled-source.ts`. */
import { serveCalls } from '../../shared/sqlite/serve-calls.ts'
import type { Expression } from './expressions.ts'
import type { LatestValue, Measure, TimeRange } from './metrics-source.ts'
import { type QueryResult, SampleStore, type StoreState } from './sample-store.ts'
import type { BucketUsage, UsagePoint } from './usage-tables.ts'

export interface SamplesThread {
  add(file: string, time: number, exposition: string, instance: string, deletesOld: boolean): void
  addUsage(file: string, time: number, exposition: string, deletesOld: boolean): void
  usageHistory(file: string, bucket: string, range: TimeRange): UsagePoint[]
  firstUsageSince(file: string, time: number): BucketUsage[]
  query(file: string, expressions: readonly Expression[], range: TimeRange, now: number): QueryResult[][]
  latest(file: string, measures: readonly Measure[], now: number): (LatestValue[] | undefined)[]
  state(file: string): StoreState
  close(file: string): void
}

const stores = new Map<string, SampleStore>()

/** Opened by the first call, and again by the next one if that fails: a folder may become writable again. */
function openStore(file: string): SampleStore {
  const store = stores.get(file) ?? new SampleStore(file)
  stores.set(file, store)
  return store
}

const calls: SamplesThread = {
  add: (file, ...args) => openStore(file).add(...args),
  addUsage: (file, ...args) => openStore(file).addUsage(...args),
  usageHistory: (file, ...args) => openStore(file).usageHistory(...args),
  firstUsageSince: (file, ...args) => openStore(file).firstUsageSince(...args),
  query: (file, ...args) => openStore(file).query(...args),
  latest: (file, ...args) => openStore(file).latest(...args),
  state: (file) => openStore(file).state(),
  close(file) {
    stores.get(file)?.close()
    stores.delete(file)
  },
}

serveCalls(calls, () => {
  for (const file of stores.keys()) calls.close(file)
})
