import { expect, test } from 'vitest'
import { type LoginAttempt, LoginThrottle } from './login-throttle.ts'

function clock() {
  let time = 1_000_000
  return {
    now: () => time,
    pass(seconds: number) {
      time += seconds * 1000
    },
  }
}

function refused(throttle: LoginThrottle, times: number, account = 'root', address = '10.0.0.1'): void {
  for (let attempt = 0; attempt < times; attempt++) throttle.begin(account, address)
}

const waitOf = (result: LoginAttempt | { waitSeconds: number }) => ('waitSeconds' in result ? result.waitSeconds : 0)

test('doubles the wait after each refusal beyond ten, up to five minutes', () => {
  const { now, pass } = clock()
  const throttle = new LoginThrottle(now)
  refused(throttle, 10)
  const waits: number[] = []
  for (let round = 0; round < 11; round++) {
    const wait = waitOf(throttle.begin('root', '10.0.0.1'))
    waits.push(wait)
    pass(wait)
    throttle.begin('root', '10.0.0.1')
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
})

test('counts attempts that are still running', () => {
  const throttle = new LoginThrottle(clock().now)
  const attempts = Array.from({ length: 16 }, () => throttle.begin('root', '10.0.0.1'))
  expect(attempts.filter((attempt) => 'waitSeconds' in attempt)).toHaveLength(6)
})

test('resets after a success, and does not count inconclusive attempts', () => {
  const throttle = new LoginThrottle(clock().now)
  refused(throttle, 9)
  const good = throttle.begin('root', '10.0.0.1')
  if ('succeeded' in good) good.succeeded()
  refused(throttle, 9)
  const unreachable = throttle.begin('root', '10.0.0.1')
  if ('undecided' in unreachable) unreachable.undecided()
  expect(waitOf(throttle.begin('root', '10.0.0.1'))).toBe(0)
})

test('never delays an account at another address', () => {
  const throttle = new LoginThrottle(clock().now)
  refused(throttle, 50)
  expect(waitOf(throttle.begin('root', '10.0.0.2'))).toBe(0)
})

test('delays an address that tries many accounts, IPv6 by its network', () => {
  const throttle = new LoginThrottle(clock().now)
  for (let account = 0; account < 100; account++)
    throttle.begin(`user-${account}`, `2001:db8:1:2::${account.toString(16)}`)
  expect(waitOf(throttle.begin('another', '2001:db8:1:2:ffff::1'))).toBeGreaterThan(0)
  expect(waitOf(throttle.begin('another', '2001:db8:1:3::1'))).toBe(0)
})

test('limits its memory: the least recent visitor is forgotten first', () => {
  const throttle = new LoginThrottle(clock().now)
  refused(throttle, 10, 'first', '10.0.0.1')
  expect(waitOf(throttle.begin('first', '10.0.0.1'))).toBeGreaterThan(0)
  for (let n = 0; n < 10_000; n++) throttle.begin('x', `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}:1`)
  expect(waitOf(throttle.begin('first', '10.0.0.1'))).toBe(0)
})

test('resets after a quarter of an hour without attempts', () => {
  const { now, pass } = clock()
  const throttle = new LoginThrottle(now)
  refused(throttle, 30)
  pass(15 * 60 + 1)
  refused(throttle, 9)
  expect(waitOf(throttle.begin('root', '10.0.0.1'))).toBe(0)
})
