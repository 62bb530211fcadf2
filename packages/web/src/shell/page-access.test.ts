import { expect, test } from 'vitest'
import { pageAccess } from './page-access.ts'

const ALL = ['/buckets', '/object-browser', '/object-browser/:bucket', '/object-browser/:bucket/*']

test.each([
  '/buckets',
  '/object-browser',
  '/object-browser/photos',
  '/object-browser/photos/',
  '/object-browser/photos/a/b/',
  '/object-browser/photos/a/b.txt',
])('%s is open when the session lists it', (path) => {
  expect(pageAccess(path, ALL)).toEqual({ kind: 'open' })
})

test('a user’s page is open for names with slashes, hand-written or encoded', () => {
  const pages = ['/users/:userName+']
  for (const path of ['/users/ann', '/users/teams%2Fann', '/users/teams/ann']) {
    expect(pageAccess(path, pages)).toEqual({ kind: 'open' })
  }
  expect(pageAccess('/users/', pages)).toEqual({ kind: 'unknown' })
})

test('the start leads to the first allowed page', () => {
  expect(pageAccess('/', ALL)).toEqual({ kind: 'go', path: '/buckets' })
  expect(pageAccess('/', ['/object-browser', '/object-browser/:bucket'])).toEqual({
    kind: 'go',
    path: '/object-browser',
  })
})

test('a page of this build that the session does not list leads to the first allowed page', () => {
  expect(pageAccess('/buckets', ['/object-browser'])).toEqual({ kind: 'go', path: '/object-browser' })
})

test('an address without a page is unknown', () => {
  expect(pageAccess('/nowhere', ALL)).toEqual({ kind: 'unknown' })
  expect(pageAccess('/bucket/photos', ALL)).toEqual({ kind: 'unknown' })
})
