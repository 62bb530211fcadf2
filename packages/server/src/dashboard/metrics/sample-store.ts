/**
 * The console's own samples in SQLite: one row for each scrape, with the value of every series at the series' place in it. So a
 * scrape is one small write, a time range one scan, and old samples are deleted by time. The same scrapes are kept at three
 * resolutions, the finest for a day.
 */

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { sortedEntries } from '@cooperage/wire'
import { isDamage, isDiskFull, openDatabase } from '../../shared/sqlite/open-database.ts'
import { ALERT_BUCKET_METRICS, ALERT_METRICS } from './alert-measures.ts'
import { BucketValues } from './bucket-values.ts'
import { evaluate, lookbackSeconds, type StoredSeries, windowSeconds } from './evaluate.ts'
import { parseExposition } from './exposition.ts'
import { type Expression, metricNames } from './expressions.ts'
import { type LatestValue, type Measure, SCRAPE_SECONDS, type TimeRange } from './metrics-source.ts'
import { type BucketUsage, USAGE_SCHEMA, type UsagePoint, UsageTables } from './usage-tables.ts'
import { WIDGET_METRICS } from './widget-queries.ts'

const DAY = 86_400
const LEVELS = [
  { resolution: SCRAPE_SECONDS, keptSeconds: DAY },
  { resolution: 300, keptSeconds: 14 * DAY },
  { resolution: 3600, keptSeconds: 14 * DAY },
] as const

/** A cluster of 16 servers with 256 drives has some 1,500 series. */
const MAX_SERIES = 5000
const MAX_FILE_BYTES = 256 * 1024 * 1024
const NUMBER_BYTES = 8

const SCHEMA = [
  'CREATE TABLE IF NOT EXISTS series (id INTEGER PRIMARY KEY, name TEXT NOT NULL, labels TEXT NOT NULL) STRICT;',
  ...LEVELS.map(
    ({ resolution }) =>
      `CREATE TABLE IF NOT EXISTS samples_${resolution} (time INTEGER PRIMARY KEY, numbers BLOB NOT NULL) STRICT;`,
  ),
  USAGE_SCHEMA,
].join('\n')

/** What is kept of a scrape. */
const KEPT_METRICS: ReadonlySet<string> = new Set([...WIDGET_METRICS, ...ALERT_METRICS])

/** Of each bucket: a server of a cluster may be behind the others, so the largest value counts. */
const USAGE_METRICS: ReadonlyMap<string, 'size' | 'objects'> = new Map([
  ['minio_bucket_usage_total_bytes', 'size'],
  ['minio_bucket_usage_object_total', 'objects'],
])
const BUCKET_METRICS = new Set([...USAGE_METRICS.keys(), ...ALERT_BUCKET_METRICS])

/** A scrape, with the value of each series at its id. */
interface Row {
  time: number
  numbers: Float64Array
}

interface Series {
  id: number
  name: string
  labels: Record<string, string>
}

/** The result of a query: the labels of each series, and its existing values. */
export interface QueryResult {
  labels: Readonly<Record<string, string>>
  values: [time: number, value: number][]
}

export interface StoreState {
  /** Time of the first sample in seconds; undefined without samples. */
  since: number | undefined
  /** Whether a damaged file was set aside since the start. */
  wasDamaged: boolean
}

interface Level {
  resolution: number
  keptSeconds: number
  newest: number
  insert: StatementSync
  select: StatementSync
  forget: StatementSync
}

export class SampleStore {
  readonly #file: string
  readonly #maxBytes: number
  #database: DatabaseSync
  #levels: Level[]
  #usage: UsageTables
  /** By name and labels. */
  #series = new Map<string, Series>()
  readonly #buckets = new BucketValues()
  /** Metrics of which the last scrape had series that aren't kept. */
  readonly #leftOut = new Set<string>()
  #wasDamaged = false

  /** @throws Error if the file can't be created or opened */
  constructor(file: string, maxBytes = MAX_FILE_BYTES) {
    this.#file = file
    this.#maxBytes = maxBytes
    ;({ database: this.#database, levels: this.#levels, usage: this.#usage } = this.#open())
  }

  /**
   * Stores a scrape in the text format. Samples without the label `instance` get this one, as in Prometheus. `deletesOld`:
   * whether the clock is reliable enough to delete what is too old.
   */
  add(time: number, exposition: string, instance: string, deletesOld = true): void {
    this.#guarded(() => {
      const numbers = this.#numbersOf(exposition, instance)
      try {
        this.#inTransaction(() => {
          this.#makeRoom()
          for (const level of this.#levels) {
            const slot = Math.floor(time / level.resolution) * level.resolution
            // A clock that was ahead left samples in the future, which would never be deleted.
            if (deletesOld) level.forget.run(time - level.keptSeconds, time + DAY)
            if (slot !== level.newest || level.resolution === SCRAPE_SECONDS) level.insert.run(time, numbers)
            level.newest = slot
          }
        })
      } catch (error) {
        for (const level of this.#levels) level.newest = 0
        throw error
      }
    })
  }

  /** Stores what a scrape says about the buckets; see {@link add}. */
  addUsage(time: number, exposition: string, deletesOld = true): void {
    this.#guarded(() => {
      const usages = new Map<string, { size: number; objects: number }>()
      const samples = parseExposition(exposition, BUCKET_METRICS)
      this.#buckets.add(time, samples)
      for (const { name, labels, value } of samples) {
        const field = USAGE_METRICS.get(name)
        if (field === undefined || labels.bucket === undefined) continue
        const usage = usages.get(labels.bucket) ?? { size: 0, objects: 0 }
        usage[field] = Math.max(usage[field], value)
        usages.set(labels.bucket, usage)
      }
      // Servers report no buckets until they have counted.
      if (usages.size > 0) this.#inTransaction(() => this.#usage.add(time, usages, deletesOld))
    })
  }

  usageHistory(bucket: string, range: TimeRange): UsagePoint[] {
    return this.#guarded(() => this.#usage.history(bucket, range))
  }

  firstUsageSince(time: number): BucketUsage[] {
    return this.#guarded(() => this.#usage.firstSince(time))
  }

  /** The values of expressions over a time range that ends at `now` at the latest. */
  query(expressions: readonly Expression[], { start, end, step }: TimeRange, now: number): QueryResult[][] {
    return this.#guarded(() => {
      const level = this.#levelFor(start, step, now)
      const { resolution } = level
      const earliest = start - Math.max(windowSeconds(step, resolution), lookbackSeconds(resolution))
      const rows: Row[] = level.select.all(earliest, end).map(({ time, numbers }) => ({
        time: Number(time),
        numbers: numbersIn(numbers as Uint8Array),
      }))
      const steps = Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, index) => start + index * step)
      const select = (name: string) =>
        [...this.#series.values()].filter((one) => one.name === name).map((one) => this.#samplesOf(one, rows))
      return expressions.map((expression) =>
        evaluate(expression, { steps, stepSeconds: step, resolution, select }).flatMap(({ labels, values }) => {
          const found = values.flatMap((value, index): [number, number][] =>
            Number.isNaN(value) ? [] : [[steps[index] ?? 0, value]],
          )
          return found.length === 0 ? [] : [{ labels, values: found }]
        }),
      )
    })
  }

  /** The present values of each measure; undefined where they aren't all known. */
  latest(measures: readonly Measure[], now: number): (LatestValue[] | undefined)[] {
    const ofCluster = measures.filter(({ isOfBuckets }) => !isOfBuckets).map(({ expression }) => expression)
    const found = this.query(ofCluster, { start: now, end: now, step: SCRAPE_SECONDS }, now)
    return measures.map(({ expression, isOfBuckets }) => {
      if (isOfBuckets) return this.#buckets.latest(expression, now)
      const series = found.shift() ?? []
      if (metricNames(expression).some((name) => this.#leftOut.has(name))) return undefined
      return series.flatMap(({ labels, values: [first] }) =>
        first === undefined || !Number.isFinite(first[1]) ? [] : [{ labels, value: first[1] }],
      )
    })
  }

  state(): StoreState {
    return this.#guarded(() => {
      const firsts = this.#levels.map(({ resolution }) =>
        Number(this.#database.prepare(`SELECT min(time) AS time FROM samples_${resolution}`).get()?.time ?? Infinity),
      )
      const since = Math.min(...firsts)
      return { since: Number.isFinite(since) ? since : undefined, wasDamaged: this.#wasDamaged }
    })
  }

  close(): void {
    this.#database.close()
  }

  #inTransaction(work: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      work()
      this.#database.exec('COMMIT')
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
  }

  #open(): { database: DatabaseSync; levels: Level[]; usage: UsageTables } {
    const { database, setAside } = openDatabase(this.#file, SCHEMA)
    if (setAside !== undefined) this.#wasDamaged = true
    this.#series = new Map()
    for (const { id, name, labels } of database.prepare('SELECT id, name, labels FROM series ORDER BY id').all()) {
      const key = `${name}${labels}`
      this.#series.set(key, { id: Number(id), name: String(name), labels: JSON.parse(String(labels)) })
    }
    const levels = LEVELS.map(({ resolution, keptSeconds }) => ({
      resolution,
      keptSeconds,
      newest: 0,
      insert: database.prepare(`INSERT OR REPLACE INTO samples_${resolution} (time, numbers) VALUES (?, ?)`),
      select: database.prepare(
        `SELECT time, numbers FROM samples_${resolution} WHERE time BETWEEN ? AND ? ORDER BY time`,
      ),
      forget: database.prepare(`DELETE FROM samples_${resolution} WHERE time < ? OR time > ?`),
    }))
    return { database, levels, usage: new UsageTables(database) }
  }

  /** Sets the file aside when it turns out to be damaged, and runs the work again on a new one. */
  #guarded<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (isDiskFull(error)) throw Object.assign(new Error('The disk is full'), { code: 'ENOSPC', cause: error })
      if (!isDamage(error)) throw error
      this.#database.close()
      ;({ database: this.#database, levels: this.#levels, usage: this.#usage } = this.#open())
      this.#wasDamaged = true
      return work()
    }
  }

  #numbersOf(exposition: string, instance: string): Uint8Array {
    const values: number[] = []
    this.#leftOut.clear()
    for (const { name, labels, value } of parseExposition(exposition, KEPT_METRICS)) {
      const series = this.#seriesOf(name, { instance, ...labels })
      if (series === undefined) this.#leftOut.add(name)
      else values[series.id] = value
    }
    const numbers = new Float64Array(values.length)
    for (let id = 0; id < numbers.length; id++) numbers[id] = values[id] ?? Number.NaN
    return new Uint8Array(numbers.buffer)
  }

  /** Undefined above the maximum number of series. */
  #seriesOf(name: string, labels: Record<string, string>): Series | undefined {
    const text = JSON.stringify(Object.fromEntries(sortedEntries(labels)))
    const key = `${name}${text}`
    const known = this.#series.get(key)
    if (known !== undefined || this.#series.size >= MAX_SERIES) return known
    const series = { id: this.#series.size, name, labels }
    this.#database.prepare('INSERT INTO series (id, name, labels) VALUES (?, ?, ?)').run(series.id, name, text)
    this.#series.set(key, series)
    return series
  }

  #samplesOf({ id, labels }: Series, rows: readonly Row[]): StoredSeries {
    const has = (row: Row, series: number) => !Number.isNaN(row.numbers[series] ?? Number.NaN)
    const kept = rows.filter((row) => has(row, id))
    const before = kept[0] && rows[rows.indexOf(kept[0]) - 1]
    const isAnswered =
      before !== undefined &&
      [...this.#series.values()].some((other) => other.labels.server === labels.server && has(before, other.id))
    return {
      labels,
      times: kept.map(({ time }) => time),
      values: kept.map(({ numbers }) => numbers[id] ?? Number.NaN),
      bornAt: isAnswered ? before.time : undefined,
    }
  }

  /** At the maximum size, deletes the older half of the finest samples, then that of the next level. */
  #makeRoom(): void {
    for (const { resolution } of this.#levels) {
      if (this.#usedBytes() < this.#maxBytes) return
      this.#database.exec(
        `DELETE FROM samples_${resolution} WHERE time < (SELECT avg(time) FROM samples_${resolution})`,
      )
    }
  }

  /** Excluding the pages of deleted rows. */
  #usedBytes(): number {
    const read = (name: string) => Number(this.#database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0)
    return (read('page_count') - read('freelist_count')) * read('page_size')
  }

  /** The coarsest level that is as fine as the step, of those that still have the start. */
  #levelFor(start: number, step: number, now: number): Level {
    const reaching = this.#levels.filter(({ keptSeconds }) => start >= now - keptSeconds)
    const fine = (reaching.length > 0 ? reaching : this.#levels.slice(-1)).toReversed()
    const level = fine.find(({ resolution }) => resolution <= step) ?? fine.at(-1)
    if (level === undefined) throw new Error('There is no level of samples')
    return level
  }
}

/** Rows are written on the same machine, so the byte order is the machine's. */
function numbersIn(bytes: Uint8Array): Float64Array {
  return new Float64Array(bytes.slice().buffer, 0, Math.floor(bytes.length / NUMBER_BYTES))
}
