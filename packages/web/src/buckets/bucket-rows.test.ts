import { describe, expect, test } from 'vitest'
import { bucketRows, filterBuckets, type OwnWrite, openWrites, withWrite } from './bucket-rows.ts'

const MINUTE = 60_000
const NOON = Date.UTC(2026, 10, 21, 12)
const bucket = (name: string, createdAt = NOON - MINUTE) => ({
  name,
  creation_date: new Date(createdAt).toISOString(),
  size: 0,
})
const write = (kind: OwnWrite['kind'], name: string, at = NOON): OwnWrite => ({ kind, name, at })
const counted = (countedAt: string, ...figures: { name: string; size: number; objects: number }[]) => ({
  figures,
  countedAt,
})

describe('rows', () => {
  test('have names before they have sizes', () => {
    expect(bucketRows([bucket('photos')], undefined, [])).toEqual([
      { name: 'photos', creation_date: '2026-11-21T11:59:00.000Z', figures: undefined },
    ])
    const figures = { name: 'photos', size: 7, objects: 2 }
    expect(bucketRows([bucket('photos')], counted('', figures), [])[0]?.figures).toEqual(figures)
  })

  test('have no sizes if the bucket is younger than the count', () => {
    const figures = { name: 'photos', size: 0, objects: 0 }
    const before = counted(new Date(NOON - 2 * MINUTE).toISOString(), figures)
    const after = counted(new Date(NOON).toISOString(), figures)
    expect(bucketRows([bucket('photos')], before, [])[0]?.figures).toBeUndefined()
    expect(bucketRows([bucket('photos')], after, [])[0]?.figures).toEqual(figures)
  })

  test('include what this page created and omit what it deleted before the list reflects it', () => {
    const rows = bucketRows([bucket('a'), bucket('c')], undefined, [write('created', 'b'), write('deleted', 'c')])
    expect(rows.map(({ name }) => name)).toEqual(['a', 'b'])
  })
})

describe('a write of this page', () => {
  test('counts until the list reflects it', () => {
    const writes = [write('created', 'b'), write('deleted', 'c')]
    expect(openWrites(writes, [bucket('a'), bucket('c')], NOON + 1000)).toBe(writes)
    expect(openWrites(writes, [bucket('a'), bucket('b', NOON)], NOON + 1000)).toEqual([])
  })

  test('counts for a minute at most', () => {
    expect(openWrites([write('created', 'b'), write('deleted', 'c')], [bucket('c')], NOON + MINUTE + 1)).toEqual([])
  })

  test('does not hide a bucket that someone has created again', () => {
    expect(openWrites([write('deleted', 'c')], [bucket('c', NOON + 500)], NOON + 1000)).toEqual([])
  })

  test('replaces an earlier one', () => {
    const later = write('deleted', 'b', NOON + 1)
    expect(withWrite([write('created', 'b'), write('created', 'a')], later)).toEqual([write('created', 'a'), later])
  })
})

const BUCKETS = [{ name: 'photos' }, { name: 'photo-archive' }, { name: 'Invoices' }]

test('search keeps the names that contain the text, ignoring case', () => {
  expect(filterBuckets(BUCKETS, 'PHOTO').map((bucket) => bucket.name)).toEqual(['photos', 'photo-archive'])
  expect(filterBuckets(BUCKETS, ' inv ').map((bucket) => bucket.name)).toEqual(['Invoices'])
  expect(filterBuckets(BUCKETS, 'none')).toEqual([])
})

test('an empty search keeps everything', () => {
  expect(filterBuckets(BUCKETS, ' ')).toBe(BUCKETS)
})
