import { expect, test } from 'vitest'
import { rangesOfSamples } from './sample-range.ts'

test('a sample is about the time since the one before it', () => {
  expect(rangesOfSamples([1000, 1400, 1700]).get(1700)).toEqual({ start: 1400, end: 1700 })
})

test('the first sample is about as much time as there is to the next one', () => {
  expect(rangesOfSamples([1000, 1400, 1700]).get(1000)).toEqual({ start: 600, end: 1000 })
  expect(rangesOfSamples([100_000]).get(100_000)).toEqual({ start: 13_600, end: 100_000 })
})
