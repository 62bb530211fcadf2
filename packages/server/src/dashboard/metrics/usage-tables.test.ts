import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../shared/sqlite/open-database.ts'
import { USAGE_SCHEMA, UsageTables } from './usage-tables.ts'

const DAY = 86_400
/** A midnight in UTC. */
const NOW = 20_000 * DAY

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'usage-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function openTables(maxBytes?: number) {
  const file = join(folder, 'metrics.sqlite')
  const { database } = openDatabase(file, USAGE_SCHEMA)
  return { file, database, tables: new UsageTables(database, maxBytes) }
}

const usage = (size: number, objects = 1) => ({ size, objects })

test('keeps a sample every 5 minutes for 14 days, and one a day for 400 days', () => {
  const { database, tables } = openTables()
  for (let time = NOW - 420 * DAY; time <= NOW; time += time < NOW - 15 * DAY ? DAY : 300) {
    tables.add(time, new Map([['photos', usage(time)]]), true)
  }
  const points = (start: number, step: number) => tables.history('photos', { start, end: NOW, step })
  expect(points(NOW - 500 * DAY, DAY)).toHaveLength(401)
  expect(points(NOW - 500 * DAY, DAY)[0]).toEqual({ time: NOW - 400 * DAY, size: NOW - 400 * DAY, objects: 1 })
  expect(points(NOW - 20 * DAY, 300)).toHaveLength((14 * DAY) / 300 + 1)
  expect(points(NOW - 14 * DAY, 3600)).toHaveLength(14 * 24 + 1)
  expect(tables.firstSince(NOW - 7 * DAY)).toEqual([
    { bucket: 'photos', time: NOW - 7 * DAY, size: NOW - 7 * DAY, objects: 1 },
  ])
  database.close()
})

test('a second sample within 5 minutes changes nothing, also after a restart', () => {
  const first = openTables()
  first.tables.add(NOW, new Map([['photos', usage(1)]]), true)
  first.tables.add(NOW + 299, new Map([['photos', usage(2)]]), true)
  first.database.close()
  const { database, tables } = openTables()
  tables.add(NOW + 299, new Map([['photos', usage(3)]]), true)
  tables.add(NOW + 300, new Map([['photos', usage(4)]]), true)
  const points = tables.history('photos', { start: NOW, end: NOW + 600, step: 300 })
  expect(points.map(({ size }) => size)).toEqual([1, 4])
  database.close()
})

test('a bucket that isn’t sampled any more keeps its history, and its place is nobody else’s', () => {
  const { database, tables } = openTables()
  tables.add(NOW, new Map([['old', usage(7, 3)]]), true)
  for (let day = 1; day <= 401; day++) tables.add(NOW + day * DAY, new Map([[`b${day}`, usage(day)]]), true)
  const range = { start: NOW, end: NOW + 500 * DAY, step: DAY }
  expect(tables.history('old', range)).toEqual([])
  expect(tables.history('b1', range)).toEqual([{ time: NOW + DAY, size: 1, objects: 1 }])
  tables.add(NOW + 402 * DAY, new Map([['old', usage(9)]]), true)
  expect(tables.history('old', range)).toEqual([{ time: NOW + 402 * DAY, size: 9, objects: 1 }])
  database.close()
})

test('the largest sizes come back exactly, in any order of the buckets', () => {
  const { database, tables } = openTables()
  const sizes = [0, 127, 128, 2 ** 31, 2 ** 40 + 1, Number.MAX_SAFE_INTEGER]
  tables.add(NOW, new Map(sizes.map((size, at) => [`b${at}`, usage(size, size)])), true)
  tables.add(NOW + 300, new Map(sizes.map((size, at) => [`b${at}`, usage(size, size)] as const).toReversed()), true)
  for (const [at, size] of sizes.entries()) {
    const points = tables.history(`b${at}`, { start: NOW, end: NOW + 300, step: 300 })
    expect(points).toEqual([NOW, NOW + 300].map((time) => ({ time, size, objects: size })))
  }
  database.close()
})

test('1,000 buckets of 100 TB with a hundred million objects need at most 64 MiB in all their time', () => {
  const { file, database, tables } = openTables()
  const buckets = new Map(
    Array.from({ length: 1000 }, (_, at) => [`bucket-with-a-long-name-${at}`, usage(1e14 + at * 1e9, 1e8 + at)]),
  )
  const rows = (from: number, to: number, step: number) => {
    for (let time = from; time <= to; time += step) tables.add(time, buckets, true)
  }
  database.exec('BEGIN')
  rows(NOW - 400 * DAY, NOW - 14 * DAY, DAY)
  rows(NOW - 14 * DAY, NOW, 300)
  database.exec('COMMIT')
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  expect(tables.history('bucket-with-a-long-name-999', { start: NOW - 14 * DAY, end: NOW, step: 300 })).toHaveLength(
    4033,
  )
  expect(tables.history('bucket-with-a-long-name-0', { start: NOW - 400 * DAY, end: NOW, step: DAY })).toHaveLength(401)
  database.close()
  console.info(`1,000 buckets: ${(statSync(file).size / 1024 / 1024).toFixed(1)} MiB`)
  expect(statSync(file).size).toBeLessThan(64 * 1024 * 1024)
}, 60_000)

test('more than that deletes the older half of the finest samples, and the newest remain', () => {
  const { database, tables } = openTables(10_000)
  for (let time = NOW; time < NOW + DAY; time += 300) {
    tables.add(time, new Map(Array.from({ length: 20 }, (_, at) => [`b${at}`, usage(1e9, 1e3)])), true)
  }
  const points = tables.history('b0', { start: NOW, end: NOW + DAY, step: 300 })
  expect(points.length).toBeGreaterThan(20)
  expect(points.length).toBeLessThan(80)
  expect(points.at(-1)?.time).toBe(NOW + DAY - 300)
  database.close()
})
