/** The program of the worker thread that owns the console's samples: see `sampled-source.ts`. */
import { workerData } from 'node:worker_threads'
import { serveCalls } from '../../shared/sqlite/serve-calls.ts'
import type { Expression } from './expressions.ts'
import { type QueryResult, SampleStore, type StoreState } from './sample-store.ts'
import type { TimeRange } from './time-range.ts'

export interface SamplesThread {
  add(time: number, exposition: string, instance: string, deletesOld: boolean): void
  query(expressions: readonly Expression[], range: TimeRange, now: number): QueryResult[][]
  state(): StoreState
}

let store: SampleStore | undefined

/** Opened by the first call, and again by the next one if that fails: a folder may become writable again. */
function opened(): SampleStore {
  store ??= new SampleStore(String(workerData))
  return store
}

const calls: SamplesThread = {
  add: (...args) => opened().add(...args),
  query: (...args) => opened().query(...args),
  state: () => opened().state(),
}

serveCalls(calls, () => store?.close())
