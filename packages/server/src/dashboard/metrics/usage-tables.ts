/**
 * Size and objects of each bucket over time, beside the samples: one row every 5 minutes for 14 days, and one a day for 400 days.
 * A row holds, for each bucket in ascending order of its id, how much larger its id is than the one before, its size and its
 * objects, as numbers of 7 bits a byte: 1,000 large buckets need some 12 kB.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'

const DAY = 86_400
const LEVELS = [
  { resolution: 300, keptSeconds: 14 * DAY },
  { resolution: DAY, keptSeconds: 400 * DAY },
] as const

/** Seconds between two rows. */
export const USAGE_SECONDS = LEVELS[0].resolution
/** More than a row of 1,000 buckets needs in all its time. */
const MAX_BYTES = 60 * 1024 * 1024
const MAX_BUCKETS = 10_000

/** Identifiers aren't used again: a row of a deleted bucket must not become another one's. */
export const USAGE_SCHEMA = [
  'CREATE TABLE IF NOT EXISTS usage_buckets (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, seen INTEGER NOT NULL) STRICT;',
  ...LEVELS.map(
    ({ resolution }) =>
      `CREATE TABLE IF NOT EXISTS usage_${resolution} (slot INTEGER PRIMARY KEY, time INTEGER NOT NULL, numbers BLOB NOT NULL) STRICT;`,
  ),
].join('\n')

/** What a bucket held at a time, in seconds since the epoch. */
export interface UsagePoint {
  time: number
  size: number
  objects: number
}

export interface BucketUsage extends UsagePoint {
  bucket: string
}

interface Level {
  resolution: number
  keptSeconds: number
  has: StatementSync
  insert: StatementSync
  /** The first row of each step. */
  select: StatementSync
  forget: StatementSync
}

export class UsageTables {
  readonly #database: DatabaseSync
  readonly #maxBytes: number
  readonly #levels: Level[]
  /** By name. */
  readonly #ids: Map<string, number>
  /** Of all rows; at least that, since a transaction of the caller may fail. */
  #bytes: number

  constructor(database: DatabaseSync, maxBytes = MAX_BYTES) {
    this.#database = database
    this.#maxBytes = maxBytes
    this.#levels = LEVELS.map(({ resolution, keptSeconds }) => ({
      resolution,
      keptSeconds,
      has: database.prepare(`SELECT 1 FROM usage_${resolution} WHERE slot = ?`),
      insert: database.prepare(`INSERT INTO usage_${resolution} (slot, time, numbers) VALUES (?, ?, ?)`),
      select: database.prepare(
        `SELECT min(slot), time, numbers FROM usage_${resolution} WHERE slot BETWEEN ? AND ? GROUP BY slot / CAST(? AS INTEGER) ORDER BY slot`,
      ),
      forget: database.prepare(
        `DELETE FROM usage_${resolution} WHERE slot < ? OR slot > ? RETURNING length(numbers) AS bytes`,
      ),
    }))
    this.#bytes = this.#storedBytes()
    this.#ids = new Map(
      database
        .prepare('SELECT id, name FROM usage_buckets')
        .all()
        .map(({ id, name }) => [String(name), Number(id)]),
    )
  }

  /** Stores a row, in a transaction of the caller; nothing where this time has one. `deletesOld`: see `SampleStore.add`. */
  add(time: number, usages: ReadonlyMap<string, Omit<UsagePoint, 'time'>>, deletesOld: boolean): void {
    const missing = this.#levels.filter(({ resolution, has }) => has.get(slotOf(time, resolution)) === undefined)
    if (missing.length === 0) return
    this.#makeRoom()
    const numbers = this.#numbersOf(time, usages)
    for (const { resolution, keptSeconds, insert, forget } of missing) {
      const slot = (at: number) => slotOf(at, resolution)
      const gone = deletesOld ? forget.all(slot(time - keptSeconds), slot(time + DAY)) : []
      insert.run(slot(time), time, numbers)
      this.#bytes += numbers.length - gone.reduce((sum, { bytes }) => sum + Number(bytes), 0)
    }
    if (missing.some(({ resolution }) => resolution === DAY)) this.#noteSeen(time, usages)
  }

  /** The first sample of a bucket in each step of a time range. */
  history(bucket: string, { start, end, step }: { start: number; end: number; step: number }): UsagePoint[] {
    const id = this.#ids.get(bucket)
    const level = this.#levels.findLast(({ resolution }) => resolution <= step) ?? this.#levels[0]
    if (id === undefined || level === undefined) return []
    const { resolution, select } = level
    const rows = select.all(slotOf(start, resolution), slotOf(end, resolution), Math.floor(step / resolution))
    return rows.flatMap(({ time, numbers }) => {
      const found = entriesIn(numbers as Uint8Array).find((entry) => entry.id === id)
      const at = Number(time)
      return found === undefined || at < start || at > end
        ? []
        : [{ time: at, size: found.size, objects: found.objects }]
    })
  }

  /** All buckets in the first sample from `time` on. */
  firstSince(time: number): BucketUsage[] {
    const row = this.#database
      .prepare(`SELECT time, numbers FROM usage_${USAGE_SECONDS} WHERE slot >= ? AND time >= ? ORDER BY slot LIMIT 1`)
      .get(slotOf(time, USAGE_SECONDS), time)
    if (row === undefined) return []
    const names = new Map([...this.#ids].map(([name, id]) => [id, name]))
    return [...entriesIn(row.numbers as Uint8Array)].flatMap(({ id, size, objects }) => {
      const bucket = names.get(id)
      return bucket === undefined ? [] : [{ bucket, time: Number(row.time), size, objects }]
    })
  }

  #numbersOf(time: number, usages: ReadonlyMap<string, Omit<UsagePoint, 'time'>>): Uint8Array {
    const entries = [...usages].slice(0, MAX_BUCKETS).map(([name, usage]) => ({ id: this.#idOf(name, time), ...usage }))
    entries.sort((a, b) => a.id - b.id)
    const bytes: number[] = []
    let last = 0
    for (const { id, size, objects } of entries) {
      pushNumber(bytes, id - last)
      pushNumber(bytes, size)
      pushNumber(bytes, objects)
      last = id
    }
    return Uint8Array.from(bytes)
  }

  #idOf(name: string, time: number): number {
    const known = this.#ids.get(name)
    if (known !== undefined) return known
    const insert = this.#database.prepare('INSERT INTO usage_buckets (name, seen) VALUES (?, ?)')
    const id = Number(insert.run(name, time).lastInsertRowid)
    this.#ids.set(name, id)
    return id
  }

  /** Once a day: forgets the names of buckets that are in no row any more. */
  #noteSeen(time: number, usages: ReadonlyMap<string, unknown>): void {
    const see = this.#database.prepare('UPDATE usage_buckets SET seen = ? WHERE name = ?')
    for (const name of usages.keys()) see.run(time, name)
    const gone = this.#database
      .prepare(`DELETE FROM usage_buckets WHERE seen < (SELECT min(time) FROM usage_${DAY}) RETURNING name`)
      .all()
    for (const { name } of gone) this.#ids.delete(String(name))
  }

  /** At the maximum size, deletes the older half of the finest rows, then that of the daily ones. */
  #makeRoom(): void {
    for (const { resolution } of this.#levels) {
      if (this.#bytes < this.#maxBytes) return
      this.#database.exec(`DELETE FROM usage_${resolution} WHERE slot < (SELECT avg(slot) FROM usage_${resolution})`)
      this.#bytes = this.#storedBytes()
    }
  }

  #storedBytes(): number {
    return this.#levels.reduce((sum, { resolution }) => {
      const row = this.#database.prepare(`SELECT sum(length(numbers)) AS bytes FROM usage_${resolution}`).get()
      return sum + Number(row?.bytes ?? 0)
    }, 0)
  }
}

function slotOf(time: number, resolution: number): number {
  return Math.floor(time / resolution)
}

/** Seven bits a byte, the lowest first; the highest bit says that another one follows. */
function pushNumber(bytes: number[], value: number): void {
  let rest = Math.max(0, Math.floor(value))
  // Sizes have more bits than operators on bits keep.
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  bytes.push(rest)
}

function* entriesIn(bytes: Uint8Array): Generator<{ id: number; size: number; objects: number }> {
  let at = 0
  const next = () => {
    let value = 0
    let unit = 1
    let byte = 0x80
    while (byte >= 0x80 && at < bytes.length) {
      byte = bytes[at++] ?? 0
      value += (byte % 0x80) * unit
      unit *= 0x80
    }
    return value
  }
  let id = 0
  while (at < bytes.length) {
    id += next()
    yield { id, size: next(), objects: next() }
  }
}
