import { expect, test } from 'vitest'
import { waitAfter } from './attempts.ts'

test('doubles the wait from the sixth wrong code on, up to an hour', () => {
  expect([1, 5, 6, 7, 8, 17, 18, 1000].map(waitAfter)).toEqual([
    0, 0, 1000, 2000, 4000, 2_048_000, 3_600_000, 3_600_000,
  ])
})

test('right codes of the owner, three a day, leave a year of guessing a probability below 4 %', () => {
  const hour = 60 * 60_000
  let [failures, guesses] = [0, 0]
  for (let right = 8 * hour; right <= 365 * 24 * hour; right += 8 * hour) {
    for (let time = right - 8 * hour; time < right; time += waitAfter(++failures)) guesses++
    failures = Math.floor(failures / 2)
  }
  expect(1 - (1 - 3e-6) ** guesses).toBeLessThan(0.04)
})

test('a year of guessing finds a code with a probability below 3 %', () => {
  const year = 365 * 24 * 60 * 60_000
  let [time, guesses] = [0, 0]
  while (time < year) time += waitAfter(++guesses)
  expect(1 - (1 - 3e-6) ** guesses).toBeLessThan(0.03)
})
