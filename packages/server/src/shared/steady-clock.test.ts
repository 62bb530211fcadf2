import { expect, test } from 'vitest'
import { SteadyClock } from './steady-clock.ts'

test('a clock is in doubt for an hour after it was set forward or back', () => {
  let passed = 1_000
  let error = 1_795_000_000_000
  const clock = new SteadyClock(
    () => passed + error,
    () => passed,
  )
  const after = (minutes: number, jumpMinutes = 0) => {
    passed += minutes * 60_000
    error += jumpMinutes * 60_000
    return clock.isSteady()
  }
  expect([after(0), after(600), after(1, 5)]).toEqual([true, true, true])
  expect([after(1, 40 * 24 * 60), after(59), after(2)]).toEqual([false, false, true])
  expect([after(1, -40 * 24 * 60), after(61)]).toEqual([false, true])
})
