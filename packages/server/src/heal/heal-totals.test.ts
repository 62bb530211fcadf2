import type { HealedItem } from '@cooperage/storage-client'
import { expect, test } from 'vitest'
import { HealTotals } from './heal-totals.ts'

const OK = 'ok'
const object = (before: string[], after = before, fields: Partial<HealedItem> = {}): HealedItem => ({
  type: 'object',
  bucket: 'photos',
  object: 'k',
  versionId: '',
  detail: '',
  dataBlocks: 4,
  parityBlocks: 2,
  size: 10,
  before,
  after,
  ...fields,
})
const bucket = (drives: string[]) =>
  object(drives, drives, { type: 'bucket', object: '', dataBlocks: 0, parityBlocks: 0 })
const status = (items: HealedItem[]) => ({ summary: 'running', detail: '', startedAt: 1_000, time: 4_000, items })
const lacking = (count: number) => [...Array<string>(6 - count).fill(OK), ...Array<string>(count).fill('missing')]
const colorsOf = (...items: HealedItem[]) => new HealTotals('t', false).add(status(items)).healthBeforeCols

test('an object is green with all its parity, yellow with less, red without any, and grey when it is unreadable', () => {
  const items = [lacking(0), lacking(1), lacking(2), lacking(3), []].map((drives) => object(drives))
  expect(colorsOf(...items)).toEqual({ Green: 1, Yellow: 1, Red: 1, Grey: 2 })
})

test('a bucket needs half of the drives', () => {
  const drives = [lacking(0), lacking(1), lacking(2), lacking(3), lacking(4)]
  expect(colorsOf(...drives.map(bucket))).toEqual({ Green: 1, Yellow: 2, Red: 1, Grey: 1 })
})

test('sums up what each status adds, and sends only the items that were not healthy', () => {
  const totals = new HealTotals('t', false)
  totals.add(status([bucket(lacking(1))]))
  const healed = object(lacking(1), lacking(0))
  const failed = object([], [], { object: 'lost', detail: 'Object not found: photos/lost', size: 0 })
  expect(totals.add(status([object(lacking(0)), healed, failed]))).toEqual({
    clientToken: 't',
    summary: 'running',
    isPartial: false,
    healDuration: 3,
    bytesScanned: 30,
    objectsScanned: 3,
    objectsHealed: 1,
    itemsScanned: 4,
    itemsHealed: 1,
    itemsFailed: 1,
    healthBeforeCols: { Green: 1, Yellow: 2, Red: 0, Grey: 1 },
    healthAfterCols: { Green: 2, Yellow: 1, Red: 0, Grey: 1 },
    itemsHealthStatus: [
      {
        status: 'success',
        detail: '',
        type: 'object',
        name: 'photos/k',
        before: { color: 'Yellow', online: 5, offline: 0, missing: 1, corrupted: 0 },
        after: { color: 'Green', online: 6, offline: 0, missing: 0, corrupted: 0 },
        size: 10,
      },
      expect.objectContaining({ status: 'failure', name: 'photos/lost', detail: 'Object not found: photos/lost' }),
    ],
  })
})
