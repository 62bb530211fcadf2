import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

const MIB = 1024 * 1024

/** Requests on a line; all that the limit permits are on their way, and each takes as long as `secondsOf` says for so many. */
function line(pace: Pace, secondsOf: (running: number) => number, bytes = MIB) {
  let now = 1_000
  const limits: number[] = []
  return {
    limits,
    /** The last one ends, and nothing waits for its place. */
    idle(ms: number) {
      pace.began(now)
      pace.ended(now, false)
      now += ms
    },
    /** Until so many requests have ended. */
    run(requests: number) {
      for (let done = 0; done < requests; ) {
        const running = pace.limit
        for (let at = 0; at < running; at++) pace.began(now)
        now += secondsOf(running) * 1000
        for (let at = 0; at < running; at++) {
          pace.moved(bytes)
          pace.ended(now, true)
        }
        done += running
        if (limits.at(-1) !== pace.limit) limits.push(pace.limit)
      }
    },
  }
}

/** Each request takes a second, however many there are. */
const EMPTY_LINE = () => 1
/** So many are as fast as one; more only share it. */
const widthOf = (width: number) => (running: number) => Math.max(1, running / width)

test.each([
  [6, [6, 8, 11, 15, 16]],
  [3, [3, 4, 6, 8, 11, 15, 16]],
])('from %i on, more requests at a time while they move more, up to 16', (first, limits) => {
  const pace = new Pace(first, 16)
  const sent = line(pace, EMPTY_LINE)
  sent.run(2_000)
  expect(sent.limits).toEqual(limits)
})

test.each([
  ['a full line', 6, 6],
  ['a line that is full with eight', 8, 8],
  ['a line that is full with ten', 10, 11],
])('returns to what was as fast: %s', (_, width, limit) => {
  const pace = new Pace(6, 16)
  const sent = line(pace, widthOf(width))
  sent.run(120)
  expect(pace.limit).toBe(limit)
})

test('small files count by their requests', () => {
  const pace = new Pace(6, 16)
  line(pace, EMPTY_LINE, 10).run(1_000)
  expect(pace.limit).toBe(16)
})

test('tries more again after a while, since the network may be another one', () => {
  const pace = new Pace(6, 16)
  let width = 6
  const sent = line(pace, (running) => widthOf(width)(running))
  sent.run(120)
  expect(pace.limit).toBe(6)
  width = 16
  sent.run(2_000)
  expect(pace.limit).toBe(16)
})

test('a failure halves it, those of the same moment once, and one is always sent', () => {
  const pace = new Pace(6, 16)
  const fail = (now: number, startedAt: number) => {
    pace.began(startedAt)
    pace.failed(now, startedAt)
    return pace.limit
  }
  expect([fail(20, 10), fail(20, 10), fail(21, 12)]).toEqual([3, 3, 3])
  expect([fail(40, 30), fail(60, 50), fail(80, 70)]).toEqual([1, 1, 1])
})

test('grows again after failures have passed', () => {
  const pace = new Pace(6, 16)
  pace.began(0)
  pace.failed(1, 0)
  line(pace, EMPTY_LINE).run(2_000)
  expect(pace.limit).toBe(16)
})

test('learns nothing from too few requests to fill it', () => {
  const pace = new Pace(6, 16)
  for (let at = 0; at < 1_000; at++) {
    pace.began(at * 1_000)
    pace.moved(MIB)
    pace.ended(at * 1_000 + 900, false)
  }
  expect(pace.limit).toBe(6)
})

test('the time in which nothing was sent is no slowness', () => {
  const pace = new Pace(6, 16)
  const sent = line(pace, EMPTY_LINE)
  sent.run(12)
  expect(pace.limit).toBe(8)
  sent.idle(3_600_000)
  sent.run(16)
  expect(pace.limit, 'eight were faster than six').toBe(11)
})
