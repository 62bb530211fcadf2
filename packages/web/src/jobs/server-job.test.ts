import { expect, test } from 'vitest'
import { canControl, isOpenJob, progressOf, shownStatus, targetFolder } from './server-job.ts'

test('offers what the status of a job allows', () => {
  const offered = (status: 'queued' | 'running' | 'waiting' | 'paused' | 'done' | 'stopped' | 'canceled') =>
    (['pause', 'resume', 'cancel'] as const).filter((action) => canControl({ status }, action)).join()
  expect(offered('queued')).toBe('pause,cancel')
  expect(offered('running')).toBe('pause,cancel')
  expect(offered('waiting')).toBe('pause,resume,cancel')
  expect(offered('paused')).toBe('resume,cancel')
  for (const status of ['done', 'stopped', 'canceled'] as const) {
    expect([offered(status), isOpenJob({ status })]).toEqual(['', false])
  }
})

test('distinguishes a completed job from one that left something undone', () => {
  expect(shownStatus({ status: 'done', failed: 0 })).toBe('done')
  expect(shownStatus({ status: 'done', failed: 2 })).toBe('incomplete')
  expect(shownStatus({ status: 'running', failed: 2 })).toBe('running')
})

test('progress is known with a total, and the time left with a rate', () => {
  const job = { status: 'running' as const, total: 200, done: 40, skipped: 5, failed: 5, rate: 10 }
  expect(progressOf(job)).toEqual({ percent: 25, total: 200, secondsLeft: 15 })
  expect(progressOf({ ...job, rate: 0 })).toEqual({ percent: 25, total: 200, secondsLeft: undefined })
  // More than was counted: objects arrived in the meantime.
  expect(progressOf({ ...job, done: 300 })?.percent).toBe(100)
  expect(progressOf({ ...job, total: 0 })).toBeUndefined()
  expect(progressOf({ ...job, done: 190 })).toEqual({ percent: 100, total: 200, secondsLeft: undefined })
  expect(progressOf({ ...job, status: 'done' })).toBeUndefined()
})

test.each([
  [1, 'to/', 'to/'],
  [1, '', ''],
  [1, 'to/a.txt', 'to/'],
  [1, 'a.txt', ''],
  [2, 'to/sub/', 'to/'],
  [2, 'to/a.txt', 'to/'],
  [2, 'sub/', ''],
])('%i items of which the first goes to %j go to the folder %j', (items, target, folder) => {
  expect(targetFolder({ items, target })).toBe(folder)
})
