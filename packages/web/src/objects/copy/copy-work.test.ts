import type { CopyFailure } from '@cooperage/contract'
import { expect, test, vi } from 'vitest'
import { BY_USER } from '../../jobs/index.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { type CopyUnit, CopyWork } from './copy-work.ts'

const NOTHING = { copied: 0, skipped: 0, failed: [] as CopyFailure[], alsoFailed: 0 }
const DONE = { ...NOTHING, copied: 1 }
const never = new AbortController().signal
const failure = (path: string, target = '', source_state = '') => ({ path, message: 'No.', target, source_state })

function workOf(
  units: string[],
  respond: (unit: CopyUnit & { after: string; sourceState: string }) => typeof NOTHING & { next?: string },
) {
  const calls: string[] = []
  const request = { bucket: 'a', targetBucket: 'b', move: true, existing: 'skip' as const }
  const work = new CopyWork(
    { ...request, units: units.map((source) => ({ source, target: `to/${source}` })) },
    (unit) => {
      calls.push(`${unit.source} ${unit.target} ${unit.after}`.trim())
      return Promise.resolve().then(() => respond(unit))
    },
  )
  return { work, calls }
}

test('copies a folder call by call, and several objects at the same time', async () => {
  const { work, calls } = workOf(['x', 'f/', 'y'], ({ source, after }) =>
    source === 'f/' && after === '' ? { ...NOTHING, copied: 5, next: 'f/5' } : DONE,
  )
  expect(await work.part('', never)).toEqual({ done: 1, failed: [], alsoFailed: 0, next: 'more' })
  expect(await work.part('more', never)).toMatchObject({ done: 5, next: 'more' })
  expect(await work.part('more', never)).toMatchObject({ done: 1, next: 'more' })
  expect(await work.part('more', never)).toMatchObject({ done: 1, next: undefined })
  expect(calls).toEqual(['x to/x', 'f/ to/f/', 'f/ to/f/ f/5', 'y to/y'])
  expect(work.copied).toBe(8)
})

test('retries only failures, each in its own call', async () => {
  let isBad = true
  const denied = new ApiError({ status: 403, code: 'AccessDenied', message: 'You lack it.' })
  const { work, calls } = workOf(['x', 'y', 'f/'], ({ source }) => {
    if (!isBad) return DONE
    if (source === 'y') throw denied
    return source === 'f/' ? { ...DONE, failed: [failure('f/bad')] } : DONE
  })
  expect(await work.part('', never)).toMatchObject({ done: 1, failed: [{ path: 'y', message: 'You lack it.' }] })
  expect(await work.part('more', never)).toMatchObject({ done: 1, failed: [{ path: 'f/bad' }], next: undefined })
  isBad = false
  calls.length = 0
  expect(await work.part('', never)).toEqual({ done: 2, failed: [], alsoFailed: 0, next: undefined })
  expect(calls).toEqual(['y to/y', 'f/bad to/f/bad'])
})

test('an outage loses no counts, and repeats nothing', async () => {
  let isOut = true
  const { work, calls } = workOf(['x', 'y'], ({ source }) => {
    if (source === 'y' && isOut) throw new ApiError({ status: 503, code: 'StorageUnreachable', message: 'Out.' })
    return DONE
  })
  await expect(work.part('', never)).rejects.toThrow('Out.')
  isOut = false
  expect(await work.part('', never)).toEqual({ done: 2, failed: [], alsoFailed: 0, next: undefined })
  expect(calls).toEqual(['x to/x', 'y to/y', 'y to/y'])
})

test('repeats the whole folder if not all failures were listed', async () => {
  let count = 0
  const { work, calls } = workOf(['f/'], () => {
    count += 1
    return count === 1 ? { ...DONE, alsoFailed: 7 } : DONE
  })
  expect(await work.part('', never)).toMatchObject({ alsoFailed: 7, next: undefined })
  expect(await work.part('', never)).toMatchObject({ done: 1, alsoFailed: 0, next: undefined })
  expect(calls).toEqual(['f/ to/f/', 'f/ to/f/'])
})

test('a failed folder does not block others, and resumes where it was', async () => {
  let isBad = true
  const { work, calls } = workOf(['f/', 'g/'], ({ source, after }) => {
    if (source === 'f/' && after === '') return { ...DONE, failed: [failure('f/0')], next: 'f/1' }
    if (source === 'f/' && isBad) throw new ApiError({ status: 403, code: 'AccessDenied', message: 'You lack it.' })
    return DONE
  })
  await work.part('', never)
  const refused = { done: 0, failed: [{ path: 'f/', message: 'You lack it.' }], next: 'more' }
  expect(await work.part('more', never)).toMatchObject(refused)
  expect(await work.part('more', never)).toMatchObject({ done: 1, next: undefined })
  isBad = false
  calls.length = 0
  for (let next: string | undefined = ''; next !== undefined; ) next = (await work.part(next, never)).next
  expect(calls).toEqual(['f/0 to/f/0', 'f/ to/f/ f/1'])
})

test('retries only the deletion of a move after the copy', async () => {
  const states: string[] = []
  const { work, calls } = workOf(['x', 'f/'], ({ source, sourceState }) => {
    states.push(sourceState)
    if (sourceState !== '') return DONE
    return {
      ...NOTHING,
      failed: [source === 'x' ? failure('x', 'to/x (1)', 's1') : failure('f/sub/', 'to/f/sub/', 's2')],
    }
  })
  expect(await work.part('', never)).toMatchObject({ done: 0, failed: [{ path: 'x' }], next: 'more' })
  expect(await work.part('more', never)).toMatchObject({ done: 0, failed: [{ path: 'f/sub/' }], next: undefined })
  expect(await work.part('', never)).toMatchObject({ done: 2, failed: [], next: undefined })
  expect(calls).toEqual(['x to/x', 'f/ to/f/', 'x to/x (1)', 'f/sub/ to/f/sub/'])
  expect(states).toEqual(['', '', 's1', 's2'])
})

test.each([
  { how: 'by the user lets running calls finish, and starts no more', reason: BY_USER, isTold: true },
  { how: 'by the end of the session aborts them', reason: undefined, isTold: false },
])('stopping $how', async ({ reason, isTold }) => {
  const calls: string[] = []
  const { promise: response, resolve: respond } = Promise.withResolvers<typeof DONE>()
  const units = Array.from({ length: 20 }, (_, index) => ({ source: `k${index}`, target: `to/${index}` }))
  const work = new CopyWork(
    { bucket: 'a', targetBucket: 'b', move: true, existing: 'skip', units },
    ({ source }, signal) => {
      calls.push(source)
      return Promise.race([
        response,
        new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ])
    },
  )
  const stop = new AbortController()
  const part = work.part('', stop.signal)
  await vi.waitUntil(() => calls.length === 6)
  stop.abort(reason)
  if (isTold) {
    respond(DONE)
    expect(await part).toEqual({ done: 6, failed: [], alsoFailed: 0, next: 'more' })
  } else await expect(part).rejects.toThrow('abort')
  expect(calls).toHaveLength(6)
})
