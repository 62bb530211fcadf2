import { expect, test } from 'vitest'
import { existingKeys, type FetchKeys, freeName } from './existing-keys.ts'

/** A bucket with these keys, and how often it was asked. */
function bucketOf(keys: readonly string[]) {
  const sorted = [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  const asked: string[] = []
  const fetchKeys: FetchKeys = async (prefix, after, limit) => {
    asked.push(prefix)
    const behind = (key: string) => Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0
    const all = sorted.filter((key) => key.startsWith(prefix) && behind(key))
    const objects = all.slice(0, limit).map((name) => ({ name, size: 1, last_modified: '', etag: '' }))
    return { objects, isLast: all.length <= limit }
  }
  return { fetchKeys, asked }
}

const numbered = (folder: string, count: number) => Array.from({ length: count }, (_, index) => `${folder}${index}`)

test('files for a new folder take one call', async () => {
  const { fetchKeys, asked } = bucketOf(numbered('other/', 5_000))
  expect((await existingKeys(numbered('new/', 500), fetchKeys)).size).toBe(0)
  expect(asked).toEqual(['new/'])
})

test('one file takes one call, whatever else there is', async () => {
  const { fetchKeys, asked } = bucketOf([...numbered('photo-', 5_000), 'photo.jpg', 'photo.jpg.bak'])
  expect([...(await existingKeys(['photo.jpg'], fetchKeys)).keys()]).toEqual(['photo.jpg'])
  expect(asked).toHaveLength(1)
})

test('all that are taken are found, in few calls, in a folder of many', async () => {
  const there = numbered('f/', 20_000)
  const wanted = ['f/7', 'f/19999', 'f/no', 'f/日本', 'f/\u{1F600}', 'f/\u{FFFD}', 'f/0', 'a', 'z']
  const taken = [...there, 'f/日本', 'f/\u{1F600}', 'z']
  const { fetchKeys, asked } = bucketOf(taken)
  const found = await existingKeys(wanted, fetchKeys)
  expect([...found.keys()].sort()).toEqual(['f/0', 'f/19999', 'f/7', 'f/日本', 'f/\u{1F600}', 'z'].sort())
  expect(asked.length).toBeLessThanOrEqual(wanted.length * 2)
})

test('a folder of the same name is no object', async () => {
  const { fetchKeys } = bucketOf(['a/b', 'ab'])
  expect((await existingKeys(['a'], fetchKeys)).size).toBe(0)
})

test.each([
  ['photo.jpg', ['photo (1).jpg'], 'photo (2).jpg'],
  ['2025/photo.tar.gz', [], '2025/photo.tar (1).gz'],
  ['v1.2/readme', [], 'v1.2/readme (1)'],
])('the free name beside %s', (name, taken, free) => {
  expect(freeName(name, (candidate) => taken.some((other) => other === candidate))).toBe(free)
})
