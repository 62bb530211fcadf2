import { expect, test } from 'vitest'
import { parseBrowserPath, parseBucketPath, parsePolicyPath, paths } from './paths.ts'

test('every path of the console', () => {
  expect([paths.home(), paths.login(), paths.buckets(), paths.objectBrowser()]).toEqual([
    '/',
    '/login',
    '/buckets',
    '/object-browser',
  ])
  expect([paths.documentation(), paths.documentation('buckets')]).toEqual(['/documentation', '/documentation/buckets'])
  expect(paths.folder('photos')).toBe('/object-browser/photos/')
  expect(paths.folder('photos', 'a b/c/')).toBe('/object-browser/photos/a%20b/c/')
  expect(paths.object('photos', 'a b/c?.txt')).toBe('/object-browser/photos/a%20b/c%3F.txt')
  expect(paths.object('photos', 'a', 'id+1')).toBe('/object-browser/photos/a?version=id%2B1')
  expect(paths.object('photos', 'a', '1', '2026-01-02')).toBe('/object-browser/photos/a?version=1&rewind=2026-01-02')
  expect(paths.search('photos', 'a b/', 'x/&?')).toBe('/object-browser/photos/a%20b/?search=x%2F%26%3F')
  expect(paths.uploads('photos')).toBe('/object-browser/photos/?tab=uploads')
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
])('the folder path of %j survives the address bar', (key) => {
  const shown = new URL(`http://console${paths.folder('photos', key)}`).pathname
  expect(parseBrowserPath(shown)).toEqual({ bucket: 'photos', key })
})

test('a path without a bucket or with broken encoding names nothing', () => {
  expect(parseBrowserPath('/object-browser/')).toBeUndefined()
  expect(parseBrowserPath('/buckets')).toBeUndefined()
  expect(parseBrowserPath('/object-browser/photos/%FF/')).toBeUndefined()
})

test('a bucket without a final slash is the whole bucket', () => {
  expect(parseBrowserPath('/object-browser/photos')).toEqual({ bucket: 'photos', key: '' })
})

test('the path of a bucket names the bucket and its tab', () => {
  expect(paths.bucket('photos')).toBe('/buckets/photos/summary')
  expect(parseBucketPath(paths.bucket('photos', 'access/users'))).toEqual({ bucket: 'photos', tab: 'access/users' })
  expect(parseBucketPath('/buckets/photos')).toEqual({ bucket: 'photos', tab: '' })
  expect(parseBucketPath('/buckets/photos/')).toEqual({ bucket: 'photos', tab: '' })
  expect([parseBucketPath('/buckets'), parseBucketPath('/buckets/%FF/summary')]).toEqual([undefined, undefined])
})

test.each(['plain', 'a b', 'a/b/c', '..', '~x', 'ünï 日本', '100%', 'a?b#c&d', 'a+b', '/'])(
  'the path of the policy %j survives the address bar',
  (name) => {
    const url = new URL(`http://console${paths.policy(name, 'users')}`)
    expect([parsePolicyPath(url.pathname), url.search]).toEqual([name, '?tab=users'])
  },
)

test('a path names no policy when it is bare or badly encoded', () => {
  expect(parsePolicyPath('/policies')).toBeUndefined()
  expect(parsePolicyPath('/policies/')).toBeUndefined()
  expect(parsePolicyPath('/policies/%FF')).toBeUndefined()
  expect(parsePolicyPath('/policies/a/b')).toBe('a/b')
})
