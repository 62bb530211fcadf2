import { expect, test } from 'vitest'
import { bucketPath, bucketsPath, parseBucketPath } from '../navigation/paths/buckets.ts'
import { groupPath, parseGroupPath } from '../navigation/paths/groups.ts'
import {
  folderPath,
  objectBrowserPath,
  objectPath,
  parseBrowserPath,
  searchPath,
  uploadsPath,
} from '../navigation/paths/objects.ts'
import { guidePath, homePath, loginPath } from '../navigation/paths/pages.ts'
import { parsePolicyPath, policyPath } from '../navigation/paths/policies.ts'
import { parseUserPath, userPath } from '../navigation/paths/users.ts'

test('builds every path of the console', () => {
  expect([homePath(), loginPath(), bucketsPath(), objectBrowserPath()]).toEqual([
    '/',
    '/login',
    '/buckets',
    '/object-browser',
  ])
  expect([guidePath(), guidePath('buckets')]).toEqual(['/documentation', '/documentation/buckets'])
  expect(folderPath('photos')).toBe('/object-browser/photos/')
  expect(folderPath('photos', 'a b/c/')).toBe('/object-browser/photos/a%20b/c/')
  expect(objectPath('photos', 'a b/c?.txt')).toBe('/object-browser/photos/a%20b/c%3F.txt')
  expect(objectPath('photos', 'a', 'id+1')).toBe('/object-browser/photos/a?version=id%2B1')
  expect(objectPath('photos', 'a', '1', '2026-01-02')).toBe('/object-browser/photos/a?version=1&rewind=2026-01-02')
  expect(searchPath('photos', 'a b/', 'x/&?')).toBe('/object-browser/photos/a%20b/?search=x%2F%26%3F')
  expect(uploadsPath('photos')).toBe('/object-browser/photos/?tab=uploads')
})

test.each([
  '',
  'a/',
  'a/b/c.txt',
  'a#b/',
  'a?b=c&d/',
  '100%/',
  '%2F/%25/%zz/',
  './',
  '../',
  'a/../b/',
  'a//b/',
  '/',
  '//',
  '~/',
  '~~./',
  ' leading and trailing /',
  'ünïcødé-日本語/e\u0301/',
  '\u202Egpj.exe',
  'tab\there/new\nline/',
  'back\\slash/',
  '😀/',
])('the folder path of %j round-trips through the address bar', (key) => {
  const shown = new URL(`http://console${folderPath('photos', key)}`).pathname
  expect(parseBrowserPath(shown)).toEqual({ bucket: 'photos', key })
})

test('a path without a bucket or with broken encoding is invalid', () => {
  expect(parseBrowserPath('/object-browser/')).toBeUndefined()
  expect(parseBrowserPath('/buckets')).toBeUndefined()
  expect(parseBrowserPath('/object-browser/photos/%FF/')).toBeUndefined()
})

test('a bucket without a final slash is the whole bucket', () => {
  expect(parseBrowserPath('/object-browser/photos')).toEqual({ bucket: 'photos', key: '' })
})

test('the path of a bucket names the bucket and its tab', () => {
  expect(bucketPath('photos')).toBe('/buckets/photos/summary')
  expect(parseBucketPath(bucketPath('photos', 'access/users'))).toEqual({ bucket: 'photos', tab: 'access/users' })
  expect(parseBucketPath('/buckets/photos')).toEqual({ bucket: 'photos', tab: '' })
  expect(parseBucketPath('/buckets/photos/')).toEqual({ bucket: 'photos', tab: '' })
  expect([parseBucketPath('/buckets'), parseBucketPath('/buckets/%FF/summary')]).toEqual([undefined, undefined])
})

test.each(['plain', 'a b', 'a/b/c', '/a/', '..', '~x', 'ünï 日本', '100%', '%2F', 'a?b#c&d', 'a+b', '/', `"<b>'`])(
  'the paths of the policy and the user %j survive the address bar',
  (name) => {
    const policy = new URL(`http://console${policyPath(name, 'users')}`)
    expect([parsePolicyPath(policy.pathname), policy.search]).toEqual([name, '?tab=users'])
    const group = new URL(`http://console${groupPath(name, 'policies')}`)
    expect([parseGroupPath(group.pathname), group.search]).toEqual([name, '?tab=policies'])
    const user = new URL(`http://console${userPath(name, 'policies')}`)
    expect([parseUserPath(user.pathname), user.search]).toEqual([name, '?tab=policies'])
  },
)

test('a bare or badly encoded path names no policy or user', () => {
  for (const [parse, page] of [
    [parsePolicyPath, '/policies'],
    [parseUserPath, '/users'],
    [parseGroupPath, '/groups'],
  ] as const) {
    expect(parse(page)).toBeUndefined()
    expect(parse(`${page}/`)).toBeUndefined()
    expect(parse(`${page}/%FF`)).toBeUndefined()
    expect(parse(`${page}/a/b`)).toBe('a/b')
  }
})
