import { expect, test } from 'vitest'
import { inBatches, rowsOfFailed } from './in-batches.ts'

const never = new AbortController().signal

test('splits rows into several calls, each of which continues where it was', async () => {
  const entries = Array.from({ length: 10_001 }, (_, index) => ({ key: index === 10_000 ? 'f/' : `k${index}` }))
  const calls: string[] = []
  const work = inBatches(entries, async (paths, after) => {
    calls.push(`${paths.length} from ${paths[0]?.path} ${paths[0]?.recursive} after ${after}`)
    return { done: 1, failed: [], alsoFailed: 0, next: after === '' ? '5:in:side' : undefined }
  })
  const places: (string | undefined)[] = ['']
  for (let after: string | undefined = ''; after !== undefined; ) {
    const part: { next: string | undefined } = await work(after, never)
    after = part.next
    places.push(after)
  }
  expect(places).toEqual(['', '0:5:in:side', '10000:', '10000:5:in:side', undefined])
  expect(calls).toEqual([
    '10000 from k0 false after ',
    '10000 from k0 false after 5:in:side',
    '1 from f/ true after ',
    '1 from f/ true after 5:in:side',
  ])
})

test('retries a key once, however many of its versions failed', () => {
  const failed = ['a', 'f/', 'a'].map((path) => ({ path, message: 'held' }))
  expect(rowsOfFailed(failed)).toEqual([{ key: 'a' }, { key: 'f/' }])
})
