import { NAMED_FAILURES } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { NOTHING_YET, withPart } from './emptied.ts'

const next = { stage: 'done', after: '' } as const
const failures = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => ({ path: `${name}${at}`, version: '', message: 'locked' }))

test('adds up calls, keeps the first failures and counts all', () => {
  const first = { deleted: 2000, uploads: 0, failed: failures(60, 'a'), alsoFailed: 0, next }
  const second = { deleted: 5, uploads: 3, failed: failures(NAMED_FAILURES, 'b'), alsoFailed: 900, next }
  const sum = [first, second].reduce(withPart, NOTHING_YET)
  expect(sum).toMatchObject({ deleted: 2005, uploads: 3, failedCount: 60 + NAMED_FAILURES + 900 })
  expect(sum.failed).toHaveLength(NAMED_FAILURES)
  expect(sum.failed.at(-1)?.path).toBe('b39')
})
