import type { ContentChange } from '../files/content.ts'
import { historyKey, objectKey, versionKey } from '../index/keys.ts'
import type { IndexWriter } from '../index/ordered-index.ts'
import { encodeRow, type HistoryRow, type MarkerRow, type ObjectRow } from '../index/rows.ts'
import type { NewOrder } from '../index/version-order.ts'
import { countKey, type KeyFigures } from '../space/usage.ts'
import type { ObjectRecord } from '../store.ts'
import { contentOf } from './stored-version.ts'
import {
  currentObject,
  findBelow,
  historyOf,
  isMarker,
  isNullVersion,
  isObject,
  newestBelow,
  type ObjectVersion,
  type Version,
  versionRecord,
} from './versions.ts'

/** Called before any removal of a locked version. Throws to refuse the whole commit. */
type RemovalGuard = (record: ObjectRecord) => void

/**
 * Changes the versions of one key within a commit. Because a commit doesn't see its own writes, this holds the state of the
 * key, and `finish` writes the result: the `o` row, the history and the usage.
 */
export class KeyChange {
  /** The latest version before the change. */
  readonly latest: Version | undefined
  /** Bytes of an added version; undefined if there is none, or if it shares the content of the version it replaced. */
  broughtBytes: number | undefined
  readonly #writer: IndexWriter
  readonly #contents: ContentChange
  readonly #bucket: string
  readonly #key: string
  readonly #guard: RemovalGuard
  readonly #earlier: { current: ObjectVersion | undefined; history: HistoryRow | undefined; figures: KeyFigures }
  readonly #figures: KeyFigures
  #current: ObjectVersion | undefined
  #nullBelow: Version | undefined

  constructor(writer: IndexWriter, contents: ContentChange, bucket: string, key: string, guard: RemovalGuard) {
    this.#writer = writer
    this.#contents = contents
    this.#bucket = bucket
    this.#key = key
    this.#guard = guard
    const current = currentObject(writer, bucket, key)
    const history = historyOf(writer, bucket, key)
    this.#earlier = { current, history, figures: figuresOf(current, history) }
    this.#figures = { ...this.#earlier.figures }
    this.#current = current
    this.#nullBelow = history?.z === undefined ? undefined : findBelow(writer, bucket, key, history.z)
    this.latest = current ?? (history && newestBelow(writer, bucket, key))
  }

  /** Adds a version as the latest. A null version replaces the previous null version, wherever that is. */
  add(row: ObjectRow | MarkerRow, newOrder: NewOrder): Version {
    const order = newOrder(this.latest?.order)
    const replaced = row.z ? this.#dropNull() : undefined
    if (this.#current) this.#moveBelow(this.#current)
    const isAlone = this.#below === 0
    if (isMarker(row)) {
      this.#figures.deleteMarkers++
      const version: Version = { row, order, isCurrent: false }
      this.#putBelow(version)
      return version
    }
    this.#figures.versions++
    this.#figures.bytes += row.s
    if (row.d === undefined || contentOf(replaced) !== row.d) this.broughtBytes = row.s
    // The order of a null version without a history follows from its time, so most objects don't store one.
    const version = { row: row.z && isAlone ? row : { ...row, v: order }, order, isCurrent: true }
    this.#current = version
    return version
  }

  /** Removes a version permanently. If it was the latest, the next newest becomes the latest. */
  remove(version: Version): void {
    this.#drop(version)
    if (this.#current || this.#below === 0) return
    const newest = newestBelow(this.#writer, this.#bucket, this.#key, version.order)
    if (newest && isObject(newest)) this.#promote(newest)
  }

  /** Replaces the row of a version, which keeps its content. */
  replace(version: ObjectVersion, row: ObjectRow): ObjectVersion {
    const changed = { ...version, row }
    if (version.isCurrent) this.#current = changed
    else this.#writer.put(versionKey(this.#bucket, this.#key, version.order), encodeRow(row))
    return changed
  }

  finish(): void {
    const { current, history, figures } = this.#earlier
    if (this.#current) {
      if (this.#current !== current) this.#writer.put(objectKey(this.#bucket, this.#key), encodeRow(this.#current.row))
    } else if (current) this.#writer.delete(objectKey(this.#bucket, this.#key))

    if (this.#below > 0) this.#writer.put(historyKey(this.#bucket, this.#key), encodeRow(this.#historyRow()))
    else if (history) this.#writer.delete(historyKey(this.#bucket, this.#key))
    countKey(this.#writer, this.#bucket, figures, this.#figures)
  }

  #historyRow(): HistoryRow {
    const { versions, bytes, deleteMarkers } = this.#figures
    return {
      n: versions,
      b: bytes,
      k: deleteMarkers,
      ...(this.#nullBelow ? { z: this.#nullBelow.order } : {}),
    }
  }

  /** The number of versions with a `v` row. */
  get #below(): number {
    return this.#figures.versions + this.#figures.deleteMarkers - (this.#current ? 1 : 0)
  }

  #dropNull(): Version | undefined {
    const version = this.#current && isNullVersion(this.#current) ? this.#current : this.#nullBelow
    if (version) this.#drop(version)
    return version
  }

  /** Every removal of a version goes through here. */
  #drop(version: Version): void {
    if (isObject(version) && version.row.l) this.#guard(versionRecord(this.#bucket, this.#key, version, false))
    if (version.isCurrent) this.#current = undefined
    else this.#deleteBelow(version)
    if (isObject(version)) {
      this.#figures.versions--
      this.#figures.bytes -= version.row.s
      this.#contents.release(version.row.d)
    } else this.#figures.deleteMarkers--
  }

  #moveBelow({ row: { v: _, ...row }, order }: ObjectVersion): void {
    this.#current = undefined
    this.#putBelow({ row, order, isCurrent: false })
  }

  #promote(version: ObjectVersion): void {
    this.#deleteBelow(version)
    this.#current = { row: { ...version.row, v: version.order }, order: version.order, isCurrent: true }
  }

  #putBelow(version: Version): void {
    if (isNullVersion(version)) this.#nullBelow = version
    this.#writer.put(versionKey(this.#bucket, this.#key, version.order), encodeRow(version.row))
  }

  #deleteBelow(version: Version): void {
    if (isNullVersion(version)) this.#nullBelow = undefined
    this.#writer.delete(versionKey(this.#bucket, this.#key, version.order))
  }
}

function figuresOf(current: ObjectVersion | undefined, history: HistoryRow | undefined): KeyFigures {
  if (history) return { versions: history.n, deleteMarkers: history.k, bytes: history.b }
  return { versions: current ? 1 : 0, deleteMarkers: 0, bytes: current?.row.s ?? 0 }
}
