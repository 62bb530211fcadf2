import { expect, test } from 'vitest'
import { ApiError } from '../../shared/api/api-error.ts'
import { type CopyUnit, CopyWork } from './copy-work.ts'

const NOTHING = { copied: 0, skipped: 0, failed: [], alsoFailed: 0 }
const DONE = { ...NOTHING, copied: 1 }
const never = new AbortController().signal

function workOf(units: string[], answer: (unit: CopyUnit & { after: string }) => typeof NOTHING & { next?: string }) {
  const asked: string[] = []
  const wish = { bucket: 'a', targetBucket: 'b', move: true, existing: 'skip' as const }
  const work = new CopyWork({ ...wish, units: units.map((source) => ({ source, target: `to/${source}` })) }, (unit) => {
    asked.push(`${unit.source} ${unit.target} ${unit.after}`.trim())
    return Promise.resolve().then(() => answer(unit))
  })
  return { work, asked }
}

test('a folder goes part by part, objects several at once', async () => {
  const { work, asked } = workOf(['x', 'f/', 'y'], ({ source, after }) =>
    source === 'f/' && after === '' ? { ...NOTHING, copied: 5, next: 'f/5' } : DONE,
  )
  expect(await work.part('', never)).toEqual({ done: 1, failed: [], alsoFailed: 0, next: 'more' })
  expect(await work.part('more', never)).toMatchObject({ done: 5, next: 'more' })
  expect(await work.part('more', never)).toMatchObject({ done: 1, next: 'more' })
  expect(await work.part('more', never)).toMatchObject({ done: 1, next: undefined })
  expect(asked).toEqual(['x to/x', 'f/ to/f/', 'f/ to/f/ f/5', 'y to/y'])
  expect(work.copied).toBe(8)
})

test('only what failed is tried again, each by itself', async () => {
  let isBad = true
  const denied = new ApiError({ status: 403, code: 'AccessDenied', message: 'You lack it.' })
  const { work, asked } = workOf(['x', 'y', 'f/'], ({ source }) => {
    if (!isBad) return DONE
    if (source === 'y') throw denied
    return source === 'f/' ? { ...DONE, failed: [{ path: 'f/bad', message: 'No.' }] as never[] } : DONE
  })
  expect(await work.part('', never)).toMatchObject({ done: 1, failed: [{ path: 'y', message: 'You lack it.' }] })
  expect(await work.part('more', never)).toMatchObject({ done: 1, failed: [{ path: 'f/bad' }], next: undefined })
  isBad = false
  asked.length = 0
  expect(await work.part('', never)).toEqual({ done: 2, failed: [], alsoFailed: 0, next: undefined })
  expect(asked).toEqual(['y to/y', 'f/bad to/f/bad'])
})

test('an outage in the middle of a part loses no count, and does nothing twice', async () => {
  let isOut = true
  const { work, asked } = workOf(['x', 'y'], ({ source }) => {
    if (source === 'y' && isOut) throw new ApiError({ status: 503, code: 'StorageUnreachable', message: 'Out.' })
    return DONE
  })
  await expect(work.part('', never)).rejects.toThrow('Out.')
  isOut = false
  expect(await work.part('', never)).toEqual({ done: 2, failed: [], alsoFailed: 0, next: undefined })
  expect(asked).toEqual(['x to/x', 'y to/y', 'y to/y'])
})

test('what a folder could not name is looked for in the whole of it', async () => {
  let count = 0
  const { work, asked } = workOf(['f/'], () => {
    count += 1
    return count === 1 ? { ...DONE, alsoFailed: 7 } : DONE
  })
  expect(await work.part('', never)).toMatchObject({ alsoFailed: 7, next: undefined })
  expect(await work.part('', never)).toMatchObject({ done: 1, alsoFailed: 0, next: undefined })
  expect(asked).toEqual(['f/ to/f/', 'f/ to/f/'])
})
