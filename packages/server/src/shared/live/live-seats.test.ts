import { AppError } from '@cooperage/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveSeats, MAX_IN_ALL, MAX_PER_SESSION, type Seat } from './live-seats.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const sessionOf = (id: string, endsAt = Date.now() + 3_600_000) => ({ id, revokeType: id, endsAt })
const refused = { code: 'TooManySockets', status: 429 }

function takeAll(seats: LiveSeats, id: string, count: number): Seat[] {
  return Array.from({ length: count }, () => seats.take(sessionOf(id)))
}

test('gives one session no more than its share, and gives again what was left', () => {
  const seats = new LiveSeats(Date.now)
  const [first] = takeAll(seats, 'a', MAX_PER_SESSION)
  expect(() => seats.take(sessionOf('a'))).toThrow(expect.objectContaining(refused))
  seats.take(sessionOf('b'))
  first?.leave()
  first?.leave()
  seats.take(sessionOf('a'))
  expect(() => seats.take(sessionOf('a'))).toThrow(expect.objectContaining(refused))
})

test('gives all sessions together no more than the console serves', () => {
  const seats = new LiveSeats(Date.now)
  const taken = Array.from({ length: MAX_IN_ALL }, (_, n) => seats.take(sessionOf(`session-${n}`)))
  expect(() => seats.take(sessionOf('one more'))).toThrow(expect.objectContaining(refused))
  taken[0]?.leave()
  seats.take(sessionOf('one more'))
})

test('ends with the session, by its time or by hand', () => {
  const seats = new LiveSeats(Date.now)
  const [early, late, other] = [
    seats.take(sessionOf('a', Date.now() + 1_000)),
    seats.take(sessionOf('a')),
    seats.take(sessionOf('b')),
  ]
  vi.advanceTimersByTime(1_000)
  expect([early.signal.aborted, late.signal.aborted]).toEqual([true, false])
  expect(early.signal.reason).toMatchObject({ code: 'SessionEnded' })
  seats.end({ id: 'a' }, early.signal.reason)
  expect([late.signal.aborted, other.signal.aborted]).toEqual([true, false])
})

test('a sign-out ends those of the sessions before it too, and nobody else’s', () => {
  const seats = new LiveSeats(Date.now)
  const taken = [
    seats.take(sessionOf('a')),
    seats.take({ ...sessionOf('b'), revokeType: 'a' }),
    seats.take(sessionOf('c')),
  ]
  seats.signOut({ revokeType: 'a' }, new AppError('SessionEnded'))
  expect(taken.map(({ signal }) => signal.aborted)).toEqual([true, true, false])
})
