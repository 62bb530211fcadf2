import { expect, test } from 'vitest'
import { afterResponse, firstAssignments, keptAssignments, toRequest } from './assignment.ts'
import { REMOTE_DEFAULTS } from './remote-form.ts'

const row = (bucket: string, target: string, problem = '') => ({ bucket, target, problem })

test('preselects a remote bucket of the same name, and keeps a choice while the bucket exists', () => {
  expect(firstAssignments(['a', 'b'], ['b', 'c'])).toEqual([row('a', ''), row('b', 'b')])
  expect(keptAssignments([row('a', 'c'), row('b', 'gone')], ['b', 'c'])).toEqual([row('a', 'c'), row('b', 'b')])
})

test('only buckets with a target are sent', () => {
  expect(toRequest(REMOTE_DEFAULTS, [row('a', ''), row('b', 'c')]).bucketsRelation).toEqual([
    { originBucket: 'b', destinationBucket: 'c' },
  ])
})

test('removes successes from the list, shows the reason of failures, and keeps the rest', () => {
  const state = [
    { originBucket: 'a', targetBucket: 'x', errorString: '' },
    { originBucket: 'b', targetBucket: 'y', errorString: 'The remote target does not have versioning enabled' },
  ]
  expect(afterResponse([row('a', 'x'), row('b', 'y'), row('c', '')], state)).toEqual({
    rows: [row('b', 'y', 'The remote target does not have versioning enabled'), row('c', '')],
    failed: 1,
    done: 1,
  })
  expect(afterResponse([row('a', 'x', 'earlier')], state.slice(0, 1))).toEqual({ rows: [], failed: 0, done: 1 })
})
