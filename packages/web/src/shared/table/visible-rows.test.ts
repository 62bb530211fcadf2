import { describe, expect, test } from 'vitest'
import { drawnRows, NO_ROWS, nextRows, rowWindow, topFor } from './visible-rows.ts'

describe('rendered rows', () => {
  test('are the visible ones and the overscan at each end', () => {
    expect(drawnRows(rowWindow(0, 400, 40), 1000, 10)).toEqual({ from: 0, to: 21 })
    expect(drawnRows(rowWindow(4000, 400, 40), 1000, 10)).toEqual({ from: 90, to: 121 })
    expect(drawnRows(rowWindow(4039, 400, 40), 1000, 10)).toEqual({ from: 90, to: 121 })
    expect(drawnRows(rowWindow(39_600, 400, 40), 1000, 10)).toEqual({ from: 979, to: 1000 })
  })

  test('are all of a short list, none of an empty one', () => {
    expect(drawnRows(rowWindow(0, 400, 40), 3, 10)).toEqual({ from: 0, to: 3 })
    expect(drawnRows(rowWindow(0, 400, 40), 0, 10)).toEqual({ from: 0, to: 0 })
  })

  test('are the last ones while a shortened list is still scrolled beyond its end', () => {
    expect(drawnRows(rowWindow(39_600, 400, 40), 50, 10)).toEqual({ from: 29, to: 50 })
  })

  test('start at the first while a touch pulls the list beyond its top', () => {
    expect(drawnRows(rowWindow(-90, 400, 40), 1000, 10)).toEqual({ from: 0, to: 21 })
  })
})

describe('rows are rendered a few at a time', () => {
  /** The successive ranges until everything is rendered. */
  function steps(drawn: { from: number; to: number }, scrollTop: number, count = 1000, anchor = 0) {
    const window = rowWindow(scrollTop, 680, 40)
    const [seen, wanted] = [drawnRows(window, count, 0), drawnRows(window, count, 10)]
    const all = [drawn]
    for (let now = drawn; now.from !== wanted.from || now.to !== wanted.to; all.push(now)) {
      now = nextRows(now, seen, wanted, 12, anchor)
      if (all.length > 20) throw new Error('the last step is never reached')
    }
    return all.slice(1).map(({ from, to }) => [from, to])
  }

  test('visible rows first, then those around them', () => {
    expect(steps(NO_ROWS, 0)).toEqual([
      [0, 12],
      [0, 24],
      [0, 28],
    ])
    expect(steps({ from: 0, to: 28 }, 20_000)).toEqual([
      [500, 512],
      [500, 524],
      [492, 528],
      [490, 528],
    ])
  })

  test('after a jump by keyboard, starting with the target row', () => {
    expect(steps({ from: 0, to: 28 }, 39_320, 1000, 999)[0]).toEqual([988, 1000])
    expect(steps({ from: 0, to: 28 }, 20_000, 1000, 503)[0]).toEqual([503, 515])
    expect(steps({ from: 0, to: 28 }, 20_000, 1000, 12)[0]).toEqual([500, 512])
  })

  test('after a wheel step, only new rows', () => {
    expect(steps({ from: 490, to: 528 }, 20_240)).toEqual([[496, 534]])
    expect(steps({ from: 490, to: 528 }, 19_760)).toEqual([[484, 522]])
  })

  test('for a short list and one that has become empty', () => {
    expect(steps(NO_ROWS, 0, 3)).toEqual([[0, 3]])
    expect(steps({ from: 0, to: 28 }, 0, 0)).toEqual([[0, 0]])
  })
})

test('scrolls a row to the nearest edge, and not at all if it is visible', () => {
  expect(topFor(0, 400, 360, 40)).toBe(0)
  expect(topFor(9, 400, 360, 40)).toBe(360)
  expect(topFor(10, 400, 360, 40)).toBe(400)
  expect(topFor(18, 400, 360, 40)).toBe(400)
  expect(topFor(19, 400, 360, 40)).toBe(440)
})
