import type { JobProgress } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { isForgotten, paceOf, refreshMsOf, toneOf } from './progress.ts'

const START = '2026-11-01T00:00:00.000Z'
const RUNNING: JobProgress = {
  state: 'running',
  updatedAt: '2026-11-01T00:00:10.000Z',
  retries: 0,
  objects: 90,
  failed: 10,
  deleteMarkers: 0,
  failedDeleteMarkers: 0,
  bytes: 5000,
  failedBytes: 0,
  bucket: 'photos',
  object: 'a',
}

test('the time that is left follows from the rate so far', () => {
  expect(paceOf(START, RUNNING, 1100)).toEqual({ elapsedSeconds: 10, rate: 10, byteRate: 500, leftSeconds: 100 })
})

test('nothing is left to be said of a job that is over, or of which nobody knows how many objects it has', () => {
  for (const pace of [
    paceOf(START, { ...RUNNING, state: 'complete' }, 1100),
    paceOf(START, RUNNING, null),
    paceOf(START, RUNNING, 99),
  ]) {
    expect(pace).toMatchObject({ rate: 10, leftSeconds: undefined })
  }
})

test('a job without a first object has no rate', () => {
  expect(paceOf(START, { ...RUNNING, updatedAt: '' }, null)).toBeUndefined()
  expect(paceOf('', RUNNING, null)).toBeUndefined()
  expect(paceOf(START, { ...RUNNING, updatedAt: START }, null)).toBeUndefined()
  expect(paceOf(START, { ...RUNNING, objects: 0, failed: 0 }, null)).toBeUndefined()
})

test('a complete job that failed on something isn’t good', () => {
  expect(toneOf({ ...RUNNING, state: 'complete' })).toBe('warn')
  expect(toneOf({ ...RUNNING, state: 'complete', failed: 0 })).toBe('good')
})

test('only a job that the server doesn’t know is forgotten', () => {
  expect([{ code: 'NoSuchBatchJob' }, { code: 'StorageUnreachable' }, null].map(isForgotten)).toEqual([
    true,
    false,
    false,
  ])
})

test('a list of many jobs is loaded less often', () => {
  expect([0, 20, 21, 1000].map(refreshMsOf)).toEqual([3_000, 3_000, 5_000, 5_000])
})
