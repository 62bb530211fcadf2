import { expect, test } from 'vitest'
import { canControl, isOpenJob, shownStatus } from './server-job.ts'

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
