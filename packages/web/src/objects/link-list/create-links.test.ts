import { expect, test } from 'vitest'
import { ApiError } from '../../shared/api/api-error.ts'
import { type FolderPage, keysOfSelection } from '../selected-objects.ts'
import { createLinks } from './create-links.ts'

const { signal } = new AbortController()
const denied = new ApiError({ status: 403, code: 'AccessDenied', message: 'You may not read it.' })

test('links are in the order of the objects, without those that have none', async () => {
  const progress: number[] = []
  const share = async (key: string) => {
    if (key === 'b') throw denied
    if (key === 'a') await new Promise((resolve) => setImmediate(resolve))
    return `link to ${key}`
  }
  expect(await createLinks(['a', 'b', 'c'], share, signal, (count) => progress.push(count))).toEqual({
    links: ['link to a', 'link to c'],
    failed: [{ path: 'b', message: 'You may not read it.' }],
  })
  expect(progress).toEqual([1, 2, 3])
})

test('stops at an outage', async () => {
  const outage = new ApiError({ status: 503, code: 'StorageUnreachable', message: 'Out.' })
  await expect(
    createLinks(
      ['a'],
      () => Promise.reject(outage),
      signal,
      () => undefined,
    ),
  ).rejects.toBe(outage)
})

const page = (names: string[], next?: string): FolderPage => ({
  objects: names.map((name) => ({ name, size: 1, last_modified: '', etag: '' })),
  next,
})

test('a selection contains its objects and those in its folders, without placeholders of folders', async () => {
  const read = async (prefix: string, after: string) =>
    after === '' ? page([prefix, `${prefix}b`], `${prefix}b`) : page([`${prefix}c/d`])
  expect(await keysOfSelection(['a.txt', 'f/'], read, 10, signal)).toEqual(['a.txt', 'f/b', 'f/c/d'])
})

test('a selection that is too large is not read to its end', async () => {
  let pages = 0
  const read = async (prefix: string) => {
    pages += 1
    return page([`${prefix}${pages}-1`, `${prefix}${pages}-2`], 'more')
  }
  expect(await keysOfSelection(['f/', 'g/'], read, 3, signal)).toHaveLength(4)
  expect(pages).toBe(2)
})
