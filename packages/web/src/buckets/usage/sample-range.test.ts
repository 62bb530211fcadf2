import { expect, test } from 'vitest'
import { rangeOfSample } from './sample-range.ts'

test('a sample is about the time since the one before it', () => {
  expect(rangeOfSample([100, 400, 700], 700, { start: 50 })).toEqual({ start: 400, end: 700 })
  expect(rangeOfSample([100, 400, 700], 100, { start: 50 })).toEqual({ start: 50, end: 100 })
})
