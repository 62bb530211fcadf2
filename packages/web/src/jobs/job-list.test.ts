import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../shared/api/api-error.ts'
import { type JobBatch, type JobFailure, JobList, type NewJob } from './job-list.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const part = (done: number, next?: string, failed: JobFailure[] = [], alsoFailed = 0): JobBatch => ({
  done,
  next,
  failed,
  alsoFailed,
})

/** Runs everything that doesn't wait for a timer. */
const settled = () => vi.advanceTimersByTimeAsync(0)

/** A job whose calls the test completes. */
function job(): NewJob & {
  calls: string[]
  respond: (part: JobBatch | ApiError) => Promise<void>
  ended: unknown[]
  rests: number
} {
  const calls: string[] = []
  const ended: unknown[] = []
  let pending: PromiseWithResolvers<JobBatch> | undefined
  return {
    title: 'Deleting',
    progress: (done) => `${done} deleted`,
    rests: 0,
    onRest() {
      this.rests += 1
    },
    work(after, signal) {
      calls.push(after)
      const call = Promise.withResolvers<JobBatch>()
      pending = call
      signal.addEventListener('abort', () => call.reject(new DOMException('', 'AbortError')))
      return call.promise
    },
    onEnd: (failed) => ended.push(failed),
    calls,
    ended,
    async respond(what) {
      await settled()
      if (what instanceof ApiError) pending?.reject(what)
      else pending?.resolve(what)
      await settled()
    },
  }
}

test('runs call by call, and leaves the list when everything is done', async () => {
  const jobs = new JobList()
  const one = job()
  jobs.start(one)
  await one.respond(part(2000, 'b'))
  expect(jobs.snapshot()).toMatchObject([{ status: 'running', progress: '2000 deleted' }])
  expect(jobs.isOpen).toBe(true)
  await one.respond(part(5))
  expect(one.calls).toEqual(['', 'b'])
  expect(one.ended).toEqual([[]])
  expect(jobs.snapshot()).toEqual([])
})

test('lists failures, and retries from the beginning', async () => {
  const jobs = new JobList()
  const one = job()
  jobs.start(one)
  const locked = { path: 'a', message: 'It is locked.' }
  await one.respond(part(1, 'b', [locked]))
  await one.respond(part(1, undefined, [], 9))
  expect(jobs.snapshot()).toMatchObject([{ status: 'incomplete', failed: [locked], failedCount: 10 }])
  expect(one.ended).toEqual([[locked]])
  expect(jobs.isOpen).toBe(false)

  jobs.resume(1)
  await settled()
  expect(one.calls.at(-1)).toBe('')
  expect(jobs.snapshot()).toMatchObject([{ status: 'running', failed: [], failedCount: 0, progress: '0 deleted' }])
  await one.respond(part(2))
  expect(one.rests, 'its end is reported separately').toBe(0)
})

test('retries only the failures if all of them are listed', async () => {
  const jobs = new JobList()
  const one = job()
  const tried: string[][] = []
  jobs.start({
    ...one,
    again: (failed) => {
      tried.push(failed.map(({ path }) => path))
      return one.work
    },
  })
  const locked = { path: 'a', message: 'It is locked.' }
  await one.respond(part(1, undefined, [locked], 1))
  jobs.resume(1)
  expect(tried, 'one was not named').toEqual([])
  await one.respond(part(4, undefined, [locked]))
  jobs.resume(1)
  expect(tried).toEqual([['a']])
  expect(jobs.snapshot(), 'what is not tried again stays counted').toMatchObject([{ progress: '4 deleted' }])
  await one.respond(part(0, 'b', [locked]))
  await one.respond(part(0, undefined, [], 1))
  jobs.resume(1)
  expect(jobs.snapshot()).toMatchObject([{ progress: '4 deleted' }])
  await one.respond(part(1))
  expect(jobs.snapshot()).toEqual([])
})

test('stops immediately, and resumes where it was', async () => {
  const jobs = new JobList()
  const one = job()
  jobs.start(one)
  await one.respond(part(7, 'h'))
  jobs.stop(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(jobs.snapshot()).toMatchObject([{ status: 'stopped', progress: '7 deleted' }])
  expect(one.calls).toEqual(['', 'h'])
  expect(one.rests).toBe(1)

  jobs.resume(1)
  await settled()
  expect(one.calls.at(-1)).toBe('h')
  await one.respond(part(1))
  expect(one.ended).toHaveLength(1)
})

test('resumes after a response that arrived after the stop, and is done if that was the last', async () => {
  const jobs = new JobList()
  const responders: ((part: JobBatch) => void)[] = []
  const calls: string[] = []
  const ended: unknown[] = []
  jobs.start({
    title: 'Deleting',
    progress: (done) => `${done} deleted`,
    work: (after) => {
      calls.push(after)
      return new Promise((resolve) => responders.push(resolve))
    },
    onEnd: (failed) => ended.push(failed),
  })
  await settled()
  jobs.stop(1)
  jobs.resume(1)
  responders[0]?.(part(7, 'h'))
  await settled()
  expect(calls).toEqual(['', 'h'])
  jobs.stop(1)
  jobs.resume(1)
  responders[1]?.(part(1))
  await settled()
  expect([calls, ended, jobs.snapshot()]).toEqual([['', 'h'], [[]], []])
})

test('reports nothing after its session has ended', async () => {
  const jobs = new JobList()
  const { promise, resolve } = Promise.withResolvers<JobBatch>()
  const ended: unknown[] = []
  jobs.start({ title: '', progress: String, work: () => promise, onEnd: (failed) => ended.push(failed) })
  await settled()
  jobs.clear()
  resolve(part(1))
  await settled()
  expect([ended, jobs.snapshot()]).toEqual([[], []])
})

test('pauses during an outage, and resumes automatically', async () => {
  const jobs = new JobList()
  const one = job()
  jobs.start(one)
  await one.respond(part(7, 'h'))
  await one.respond(
    new ApiError({ status: 503, code: 'StorageUnreachable', message: 'The storage server cannot be reached.' }),
  )
  expect(jobs.snapshot()).toMatchObject([{ status: 'paused', problem: 'The storage server cannot be reached.' }])
  expect(one.rests).toBe(1)
  await vi.advanceTimersByTimeAsync(5000)
  expect(one.calls).toEqual(['', 'h', 'h'])
  expect(jobs.snapshot()).toMatchObject([{ status: 'running', problem: '' }])
})

test('is interrupted by the end of the session, and resumes in the next one', async () => {
  const jobs = new JobList()
  const one = job()
  jobs.start(one)
  await one.respond(part(7, 'h'))
  await one.respond(new ApiError({ status: 401, code: 'NotLoggedIn', message: 'You are not signed in.' }))
  expect(jobs.snapshot()).toMatchObject([{ status: 'signedOut', problem: '', progress: '7 deleted' }])
  jobs.resume(1)
  await settled()
  expect(one.calls).toEqual(['', 'h', 'h'])
})

test('a permanent error is no outage, even with the status of a gateway', async () => {
  const jobs = new JobList()
  const one = job()
  jobs.start(one)
  await one.respond(new ApiError({ status: 502, code: 'StorageError', message: 'The storage server refused.' }))
  expect(jobs.snapshot()).toMatchObject([{ status: 'interrupted', problem: 'The storage server refused.' }])
})

test('is interrupted by an error, with the reason', async () => {
  const jobs = new JobList()
  const one = job()
  jobs.start(one)
  await one.respond(new ApiError({ status: 403, code: 'AccessDenied', message: 'You lack s3:DeleteObject.' }))
  expect(jobs.snapshot()).toMatchObject([{ status: 'interrupted', problem: 'You lack s3:DeleteObject.' }])
  expect([one.ended, one.rests]).toEqual([[], 1])
})

test('a bug is reported and interrupts the job, which can be resumed', async () => {
  const reported = Promise.withResolvers<unknown>()
  const listeners = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection').once('unhandledRejection', reported.resolve)
  const jobs = new JobList()
  const one = job()
  let isBroken = true
  jobs.start({
    ...one,
    work: (after, signal) => (isBroken ? Promise.reject(new TypeError('ours')) : one.work(after, signal)),
  })
  expect(await reported.promise).toEqual(new TypeError('ours'))
  for (const listener of listeners) process.on('unhandledRejection', listener)
  expect(jobs.snapshot()).toMatchObject([{ status: 'interrupted' }])
  isBroken = false
  jobs.resume(1)
  await one.respond(part(1))
  expect([one.calls, jobs.snapshot()]).toEqual([[''], []])
})

test('a dismissed job leaves the list, and does not resume', async () => {
  const jobs = new JobList()
  const one = job()
  jobs.start(one)
  await one.respond(new ApiError({ status: 503, code: 'StorageUnreachable', message: 'Out.' }))
  jobs.stop(1)
  jobs.dismiss(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([jobs.snapshot(), one.calls]).toEqual([[], ['']])
})

test('signing out ends all jobs, running or not', async () => {
  const jobs = new JobList()
  const [one, other] = [job(), job()]
  jobs.start(one)
  jobs.start(other)
  await one.respond(part(1, undefined, [{ path: 'a', message: 'It is locked.' }]))
  jobs.clear()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([jobs.snapshot(), jobs.isOpen]).toEqual([[], false])
  expect([one.calls, other.calls, other.rests]).toEqual([[''], [''], 1])
})

test('keeps a thousand failures and counts all; a retry then repeats the whole job', async () => {
  const jobs = new JobList()
  const one = job()
  const again = vi.fn()
  jobs.start({ ...one, again })
  const failures = (from: number) =>
    Array.from({ length: 600 }, (_, index) => ({ path: `${from + index}`, message: 'It is locked.' }))
  await one.respond(part(1, 'b', failures(0)))
  await one.respond(part(1, undefined, failures(600)))
  const [shown] = jobs.snapshot()
  expect([shown?.failed.length, shown?.failedCount]).toEqual([1000, 1200])
  expect(shown?.failed.at(-1)?.path).toBe('999')
  jobs.resume(1)
  await settled()
  expect([one.calls.at(-1), again.mock.calls]).toEqual(['', []])
})

test('says how much of its total is done, and how long the rest takes', async () => {
  const jobs = new JobList()
  const one = { ...job(), total: 5000 }
  jobs.start(one)
  await one.respond(part(1000, 'b'))
  expect(jobs.snapshot()[0]?.of).toEqual({ percent: 20, total: 5000, secondsLeft: undefined })
  await vi.advanceTimersByTimeAsync(2000)
  await one.respond(part(950, 'c', [{ path: 'x', message: 'No' }], 49))
  expect(jobs.snapshot()[0]?.of).toEqual({ percent: 40, total: 5000, secondsLeft: 6 })
  await one.respond(part(4000, 'd'))
  // More than it had.
  expect(jobs.snapshot()[0]?.of).toBeUndefined()
})

/** A job that is counted by calls which the test completes. */
function countedJob() {
  const counts: { after: string; signal: AbortSignal; ended: PromiseWithResolvers<Pick<JobBatch, 'done' | 'next'>> }[] =
    []
  const count = (after: string, signal: AbortSignal) => {
    const ended = Promise.withResolvers<Pick<JobBatch, 'done' | 'next'>>()
    signal.addEventListener('abort', () => ended.reject(new DOMException('', 'AbortError')))
    counts.push({ after, signal, ended })
    return ended.promise
  }
  return { ...job(), count, counts }
}

test('counts what it has, first a part and then beside its work', async () => {
  const jobs = new JobList()
  const one = countedJob()
  jobs.start(one)
  await settled()
  expect(one.calls).toEqual([])
  one.counts[0]?.ended.resolve({ done: 3000, next: 'a' })
  await one.respond(part(1000, 'b'))
  expect([one.calls, jobs.snapshot()[0]?.of]).toEqual([['', 'b'], undefined])
  one.counts[1]?.ended.resolve({ done: 1000, next: undefined })
  await one.respond(part(1000, 'c'))
  expect(jobs.snapshot()[0]?.of).toMatchObject({ percent: 50, total: 4000 })
})

test.each([
  ['a stop', (jobs: JobList) => jobs.stop(1)],
  [
    'an error',
    (_: JobList, one: ReturnType<typeof job>) =>
      one.respond(new ApiError({ status: 403, code: 'AccessDenied', message: 'No' })),
  ],
  [
    'a failed count',
    async (jobs: JobList, one: ReturnType<typeof countedJob>) => {
      one.counts[1]?.ended.reject(new Error('No'))
      await one.respond(part(500, 'b'))
      jobs.stop(1)
    },
  ],
])('continues its count after %s when it is resumed', async (_, end) => {
  const jobs = new JobList()
  const one = countedJob()
  jobs.start(one)
  await settled()
  one.counts[0]?.ended.resolve({ done: 3000, next: 'a' })
  await settled()
  await end(jobs, one)
  await settled()
  expect(one.counts.at(-1)?.signal.aborted).toBe(true)
  jobs.resume(1)
  await settled()
  expect(one.counts.map(({ after }) => after)).toEqual(['', 'a', 'a'])
  one.counts[2]?.ended.resolve({ done: 1000, next: undefined })
  await one.respond(part(1000, 'c'))
  expect(jobs.snapshot()[0]?.of).toMatchObject({ total: 4000 })
})

test('doesn’t continue a count that its work has overtaken', async () => {
  const jobs = new JobList()
  const one = countedJob()
  jobs.start(one)
  await settled()
  one.counts[0]?.ended.resolve({ done: 3000, next: 'a' })
  await one.respond(part(5000, 'x'))
  jobs.stop(1)
  jobs.resume(1)
  await one.respond(part(1000, 'y'))
  expect([one.counts.length, jobs.snapshot()[0]?.of]).toEqual([2, undefined])
})

test('the time left doesn’t depend on the time of day', async () => {
  const jobs = new JobList()
  const one = { ...job(), total: 5000 }
  jobs.start(one)
  await one.respond(part(1000, 'b'))
  await vi.advanceTimersByTimeAsync(2000)
  vi.setSystemTime(0)
  await one.respond(part(1000, 'c'))
  expect(jobs.snapshot()[0]?.of).toEqual({ percent: 40, total: 5000, secondsLeft: 6 })
})

test('what can’t be counted is done without a total', async () => {
  const jobs = new JobList()
  const one = { ...job(), count: () => Promise.reject(new Error('No')) }
  jobs.start(one)
  await settled()
  await one.respond(part(1000, 'b'))
  expect(jobs.snapshot()).toMatchObject([{ status: 'running', progress: '1000 deleted', of: undefined }])
})
