import { expect, test } from 'vitest'
import { inBatchesOf, type Rows } from './in-batches-of.ts'

const DONE = { done: 0, failed: [], alsoFailed: 0, next: undefined }

test.each<[Rows, object[]]>([
  ['bucket', [{ path: '', recursive: true }]],
  [
    [{ key: 'f/' }, { key: 'a' }],
    [
      { path: 'f/', recursive: true },
      { path: 'a', recursive: false },
    ],
  ],
  // A failure without a key must not become the whole bucket.
  [[{ key: '' }], [{ path: '', recursive: false }]],
])('%j becomes the paths of a call', async (rows, expected) => {
  const calls: object[] = []
  const work = inBatchesOf(rows, async (paths) => {
    calls.push(paths)
    return DONE
  })
  await work('', new AbortController().signal)
  expect(calls).toEqual([expected])
})
