import { ROW, versionKey, versionKeyParts, versionsPrefix } from '../store/index/keys.ts'
import type { HistoryRow, MarkerRow, ObjectRow, UsageRow } from '../store/index/rows.ts'
import { orderAt } from '../store/index/version-order.ts'
import { countKey, type KeyFigures } from '../store/space/usage.ts'
import { type Buckets, checkUsage } from './check-buckets.ts'
import { verifyContent } from './check-contents.ts'
import type { Check } from './check-store.ts'
import { objectName } from './finding.ts'
import { readJson, readRow } from './row-shapes.ts'
import { scan } from './scan.ts'

/** Summary of the `v` rows of one key. */
interface Below {
  figures: KeyFigures
  newest: string
  /** The order of the null version. */
  nullOrder?: string
}

/** Checks all versions: rows, bytes, order, histories, and bucket usage. */
export async function checkVersions(check: Check, buckets: Buckets): Promise<void> {
  const below = await checkEarlierVersions(check, buckets)
  await checkLatestVersions(check, buckets, below)
  await checkHistories(check, below)
  await checkUsage(check, buckets)
}

const name = (bucket: string, key: string) => `${bucket}\0${key}`

function parted(rowKey: Buffer): { bucket: string; key: string } {
  const cut = rowKey.indexOf(0)
  return { bucket: rowKey.toString('utf8', 1, cut), key: rowKey.toString('utf8', cut + 1) }
}

async function checkEarlierVersions(check: Check, buckets: Buckets): Promise<Map<string, Below>> {
  const found = new Map<string, Below>()
  for await (const { key: rowKey, value } of scan(check.index, Buffer.from(ROW.version))) {
    const { bucket } = parted(rowKey)
    const parts = versionKeyParts(rowKey, versionsPrefix(bucket).length)
    const [key, order] = [parts.key.toString(), parts.order]
    const of = found.get(name(bucket, key)) ?? { figures: noFigures(), newest: order }
    found.set(name(bucket, key), of)
    const row: ObjectRow | MarkerRow | undefined = isMarkerRow(value)
      ? readRow('marker', value)
      : readRow('object', value)
    const subject = objectName(bucket, key, row?.z ? 'null' : order)
    if (row?.z) {
      if (of.nullOrder !== undefined) check.find('inconsistent', subject, 'it has two null versions')
      of.nullOrder = order
    }
    if (row && 'gone' in row) of.figures.deleteMarkers++
    else await checkObject(check, buckets, bucket, subject, row, of.figures)
  }
  return found
}

async function checkLatestVersions(check: Check, buckets: Buckets, below: Map<string, Below>): Promise<void> {
  const latest = new Set<string>()
  for await (const { key: rowKey, value } of scan(check.index, Buffer.from(ROW.object))) {
    const { bucket, key } = parted(rowKey)
    const row = readRow('object', value)
    const of = below.get(name(bucket, key))
    const order = row?.v ?? orderAt(row?.m ?? 0)
    const subject = objectName(bucket, key, row?.z ? 'null' : order)
    const figures = of?.figures ?? noFigures()
    await checkObject(check, buckets, bucket, subject, row, figures)
    if (of) {
      latest.add(name(bucket, key))
      if (order <= of.newest) check.find('inconsistent', subject, 'it is the latest version, but not the newest')
      if (row?.z && of.nullOrder !== undefined) check.find('inconsistent', subject, 'it has two null versions')
    } else countInto(buckets.get(bucket)?.counted, figures)
  }
  for (const [of, { figures }] of below) countInto(buckets.get(of.slice(0, of.indexOf('\0')))?.counted, figures)
  for (const [of, { newest }] of below) {
    if (!latest.has(of) && !isMarkerAt(check, of, newest)) {
      const { bucket, key } = parted(Buffer.from(ROW.object + of))
      check.find('inconsistent', objectName(bucket, key), 'its newest version is an object, but not the latest version')
    }
  }
}

async function checkObject(
  check: Check,
  buckets: Buckets,
  bucket: string,
  subject: string,
  row: ObjectRow | undefined,
  figures: KeyFigures,
): Promise<void> {
  check.summary.versions++
  if (!buckets.has(bucket)) check.find('inconsistent', subject, 'there is no such bucket')
  if (!row) return check.find('unreadable', subject, 'its row cannot be read')
  figures.versions++
  figures.bytes += row.s
  if (row.d !== undefined) await verifyContent(check, row.d, { size: row.s, sealedKey: row.k }, subject)
  else if (row.s > 0) check.find('damaged', subject, `it has no bytes instead of ${row.s}`)
}

async function checkHistories({ index, find }: Check, below: Map<string, Below>): Promise<void> {
  for await (const { key: rowKey, value } of scan(index, Buffer.from(ROW.history))) {
    const { bucket, key } = parted(rowKey)
    const of = below.get(name(bucket, key))
    below.delete(name(bucket, key))
    const row = readRow('history', value)
    if (!row) find('unreadable', objectName(bucket, key), 'the row of its history cannot be read')
    else if (!of || !isSame(row, of))
      find('inconsistent', objectName(bucket, key), 'its history is not that of its versions')
  }
  for (const of of below.keys()) {
    const { bucket, key } = parted(Buffer.from(ROW.history + of))
    find('inconsistent', objectName(bucket, key), 'it has earlier versions and no history')
  }
}

function isSame({ n, b, k, z }: HistoryRow, { figures, nullOrder }: Below): boolean {
  return n === figures.versions && b === figures.bytes && k === figures.deleteMarkers && z === nullOrder
}

function isMarkerRow(value: Buffer): boolean {
  const row = readJson(value)
  return typeof row === 'object' && row !== null && 'gone' in row
}

function isMarkerAt({ index }: Check, of: string, order: string): boolean {
  const { bucket, key } = parted(Buffer.from(ROW.version + of))
  const value = index.get(versionKey(bucket, key, order))
  return value !== undefined && isMarkerRow(value)
}

const noFigures = (): KeyFigures => ({ versions: 0, deleteMarkers: 0, bytes: 0 })

/** Adds to the counted usage, like the store does. */
function countInto(usage: UsageRow | undefined, figures: KeyFigures): void {
  if (!usage) return
  let row: Buffer = Buffer.from(JSON.stringify(usage))
  countKey(
    {
      get: () => row,
      range: () => [],
      put: (_, value) => {
        row = value
      },
      delete: () => undefined,
    },
    '',
    noFigures(),
    figures,
  )
  Object.assign(usage, JSON.parse(row.toString()))
}
