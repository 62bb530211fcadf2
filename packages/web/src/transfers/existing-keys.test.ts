import { expect, test } from 'vitest'
import { existingKeys, type FetchKeys, freeName } from './existing-keys.ts'

/** A bucket with these keys, and a counter of its calls. */
function bucketOf(keys: readonly string[]) {
  const sorted = [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  const calls: string[] = []
  const fetchKeys: FetchKeys = async (prefix, after, limit) => {
    calls.push(prefix)
    const behind = (key: string) => Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0
    const all = sorted.filter((key) => key.startsWith(prefix) && behind(key))
    const objects = all.slice(0, limit).map((name) => ({ name, size: 1, last_modified: '', etag: '' }))
    return { objects, isLast: all.length <= limit }
  }
  return { fetchKeys, calls }
}

const numbered = (folder: string, count: number) => Array.from({ length: count }, (_, index) => `${folder}${index}`)

test('makes one call for files in a new folder', async () => {
  const { fetchKeys, calls } = bucketOf(numbered('other/', 5_000))
  expect((await existingKeys(numbered('new/', 500), fetchKeys)).size).toBe(0)
  expect(calls).toEqual(['new/'])
})

test('makes one call for one file, whatever else exists', async () => {
  const { fetchKeys, calls } = bucketOf([...numbered('photo-', 5_000), 'photo.jpg', 'photo.jpg.bak'])
  expect([...(await existingKeys(['photo.jpg'], fetchKeys)).keys()]).toEqual(['photo.jpg'])
  expect(calls).toHaveLength(1)
})

test('finds all taken names in a large folder with few calls', async () => {
  const there = numbered('f/', 20_000)
  const wanted = ['f/7', 'f/19999', 'f/no', 'f/日本', 'f/\u{1F600}', 'f/\u{FFFD}', 'f/0', 'a', 'z']
  const taken = [...there, 'f/日本', 'f/\u{1F600}', 'z']
  const { fetchKeys, calls } = bucketOf(taken)
  const found = await existingKeys(wanted, fetchKeys)
  expect([...found.keys()].sort()).toEqual(['f/0', 'f/19999', 'f/7', 'f/日本', 'f/\u{1F600}', 'z'].sort())
  expect(calls.length).toBeLessThanOrEqual(wanted.length * 2)
})

test('a folder of the same name is no object', async () => {
  const { fetchKeys } = bucketOf(['a/b', 'ab'])
  expect((await existingKeys(['a'], fetchKeys)).size).toBe(0)
})

test.each([
  ['photo.jpg', ['photo (1).jpg'], 'photo (2).jpg'],
  ['2025/photo.tar.gz', [], '2025/photo.tar (1).gz'],
  ['v1.2/readme', [], 'v1.2/readme (1)'],
])('finds a free name beside %s', (name, taken, free) => {
  expect(freeName(name, (candidate) => taken.some((other) => other === candidate))).toBe(free)
})
