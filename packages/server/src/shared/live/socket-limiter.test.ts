import { AppError } from '@cooperage/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAX_IN_TOTAL, MAX_PER_SESSION, SocketLimiter, type SocketSlot } from './socket-limiter.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const sessionOf = (id: string, endsAt = Date.now() + 3_600_000) => ({
  id,
  account: `account of ${id}`,
  revokeType: id,
  endsAt,
})
const refused = { code: 'TooManySockets', status: 429 }

function acquireAll(limiter: SocketLimiter, id: string, count: number): SocketSlot[] {
  return Array.from({ length: count }, () => limiter.acquire(sessionOf(id)))
}

test('limits the sockets of a session, and reuses released slots', () => {
  const limiter = new SocketLimiter(Date.now)
  const [first] = acquireAll(limiter, 'a', MAX_PER_SESSION)
  expect(() => limiter.acquire(sessionOf('a'))).toThrow(expect.objectContaining(refused))
  limiter.acquire(sessionOf('b'))
  first?.release()
  first?.release()
  limiter.acquire(sessionOf('a'))
  expect(() => limiter.acquire(sessionOf('a'))).toThrow(expect.objectContaining(refused))
})

test('limits the sockets of all sessions together', () => {
  const limiter = new SocketLimiter(Date.now)
  const taken = Array.from({ length: MAX_IN_TOTAL }, (_, n) => limiter.acquire(sessionOf(`session-${n}`)))
  expect(() => limiter.acquire(sessionOf('one more'))).toThrow(expect.objectContaining(refused))
  taken[0]?.release()
  limiter.acquire(sessionOf('one more'))
})

test('aborts slots when the session expires or is ended', () => {
  const limiter = new SocketLimiter(Date.now)
  const [early, late, other] = [
    limiter.acquire(sessionOf('a', Date.now() + 1_000)),
    limiter.acquire(sessionOf('a')),
    limiter.acquire(sessionOf('b')),
  ]
  vi.advanceTimersByTime(1_000)
  expect([early.signal.aborted, late.signal.aborted]).toEqual([true, false])
  expect(early.signal.reason).toMatchObject({ code: 'SessionEnded' })
  limiter.end({ id: 'a' }, early.signal.reason)
  expect([late.signal.aborted, other.signal.aborted]).toEqual([true, false])
})

test('signing out also aborts the slots of replaced sessions, and no others', () => {
  const limiter = new SocketLimiter(Date.now)
  const taken = [
    limiter.acquire(sessionOf('a')),
    limiter.acquire({ ...sessionOf('b'), revokeType: 'a' }),
    limiter.acquire(sessionOf('c')),
  ]
  limiter.signOut({ revokeType: 'a' }, new AppError('SessionEnded'))
  expect(taken.map(({ signal }) => signal.aborted)).toEqual([true, true, false])
})
