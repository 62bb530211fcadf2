import { expect, test } from 'vitest'
import { filterBuckets } from './filter-buckets.ts'

const buckets = [{ name: 'photos' }, { name: 'photo-archive' }, { name: 'Invoices' }]

test('search keeps the names that contain the text, ignoring case', () => {
  expect(filterBuckets(buckets, 'PHOTO').map((bucket) => bucket.name)).toEqual(['photos', 'photo-archive'])
  expect(filterBuckets(buckets, ' inv ').map((bucket) => bucket.name)).toEqual(['Invoices'])
  expect(filterBuckets(buckets, 'none')).toEqual([])
})

test('an empty search keeps everything', () => {
  expect(filterBuckets(buckets, ' ')).toBe(buckets)
})
