import { describe, expect, test } from 'vitest'
import { placeOf, type ScrollPlace, scrolledTo, TALLEST } from './scroll-place.ts'

const START: ScrollPlace = { top: 0, scrollTop: 0 }
const MILLION = { all: 40_000_040, seen: 720 }
const END = MILLION.all - MILLION.seen
const BAR_END = TALLEST - MILLION.seen

test('a list that the browser can lay out uses the scroll position of the browser', () => {
  expect(scrolledTo(123_456, START, { all: 400_000, seen: 720 })).toEqual({ top: 123_456, scrollTop: 123_456 })
  expect(scrolledTo(-20, START, { all: 400_000, seen: 720 })).toEqual({ top: -20, scrollTop: -20 })
})

describe('a taller list', () => {
  test('jumps to the same fraction of the rows as of the scroll bar, to both ends exactly', () => {
    expect(scrolledTo(BAR_END, START, MILLION)).toEqual({ top: END, scrollTop: BAR_END })
    expect(scrolledTo(0, { top: END, scrollTop: BAR_END }, MILLION)).toEqual(START)
    expect(scrolledTo(BAR_END / 2, START, MILLION)).toEqual({ top: END / 2, scrollTop: BAR_END / 2 })
    const quarter = scrolledTo(BAR_END / 4, START, MILLION)
    expect(Math.abs(quarter.top / END - 0.25)).toBeLessThan(0.01)
  })

  /** Scrolls step by step as a browser does, after a jump, and returns every position. */
  function wheeled(from: number, step: number): ScrollPlace[] {
    const places = [scrolledTo(from, START, MILLION)]
    for (let before = places[0] as ScrollPlace; ; ) {
      const scrollTop = Math.min(BAR_END, Math.max(0, before.scrollTop + step))
      if (scrollTop === before.scrollTop) return places
      before = scrolledTo(scrollTop, before, MILLION)
      places.push(before)
      if (places.length > 50_000) throw new Error('the end is never reached')
    }
  }

  test.each([
    { from: 0.9, step: 240, end: END },
    { from: 0.999, step: 100, end: END },
    { from: 0.1, step: -240, end: 0 },
    { from: 0.001, step: -100, end: 0 },
  ])('scrolls step by step to its end from $from without skipping a row', ({ from, step, end }) => {
    const places = wheeled(BAR_END * from, step)
    const steps = places.slice(1).map(({ top }, at) => top - (places[at]?.top ?? 0))
    expect(places.at(-1)?.top).toBeCloseTo(end, 3)
    // The last step may be shortened by the end.
    for (const moved of steps.slice(0, -1)) expect(moved).toBeCloseTo(step, 3)
  })

  test('treats missed scroll events as one step, and a pixel of the scroll bar as a jump', () => {
    const before = { top: END / 2, scrollTop: BAR_END / 2 + 50_000 }
    expect(scrolledTo(before.scrollTop + 5000, before, MILLION).top).toBe(before.top + 5000)
    const pixel = BAR_END / (MILLION.seen - 20)
    expect(scrolledTo(before.scrollTop + pixel, before, MILLION).top).toBeGreaterThan(before.top + 5 * pixel)
  })

  test('keeps the scroll bar in sync with the rows', () => {
    for (const { top, scrollTop } of wheeled(BAR_END * 0.9, 240))
      expect(Math.abs(scrollTop / BAR_END - top / END)).toBeLessThan(0.025)
  })

  test('scrolls to a near row by a step, and to a far row by a jump', () => {
    const before = scrolledTo(BAR_END / 2, START, MILLION)
    expect(placeOf(before.top + 40, before, MILLION)).toEqual({
      top: before.top + 40,
      scrollTop: before.scrollTop + 40,
    })
    expect(placeOf(END + 500, before, MILLION)).toEqual({ top: END, scrollTop: BAR_END })
    expect(placeOf(-1, before, MILLION)).toEqual(START)
  })
})

test('a list that fits its container does not scroll', () => {
  expect(placeOf(200, START, { all: 240, seen: 720 })).toEqual(START)
})
