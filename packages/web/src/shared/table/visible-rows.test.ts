import { describe, expect, test } from 'vitest'
import { drawnRows, rowWindow, scrollTopFor } from './visible-rows.ts'

describe('drawn rows', () => {
  test('are those in sight and the overscan at each end', () => {
    expect(drawnRows(rowWindow(0, 400, 40), 1000, 10)).toEqual([0, 21])
    expect(drawnRows(rowWindow(4000, 400, 40), 1000, 10)).toEqual([90, 121])
    expect(drawnRows(rowWindow(4039, 400, 40), 1000, 10)).toEqual([90, 121])
    expect(drawnRows(rowWindow(39_600, 400, 40), 1000, 10)).toEqual([979, 1000])
  })

  test('are all of a short list, none of an empty one', () => {
    expect(drawnRows(rowWindow(0, 400, 40), 3, 10)).toEqual([0, 3])
    expect(drawnRows(rowWindow(0, 400, 40), 0, 10)).toEqual([0, 0])
  })

  test('are the last ones while a list that has become shorter is still scrolled beyond its end', () => {
    expect(drawnRows(rowWindow(39_600, 400, 40), 50, 10)).toEqual([29, 50])
  })

  test('begin at the first while a touch pulls the list beyond its top', () => {
    expect(drawnRows(rowWindow(-90, 400, 40), 1000, 10)).toEqual([0, 21])
  })
})

test('a row is brought to the nearest edge, and one in sight moves nothing', () => {
  expect(scrollTopFor(0, 400, 360, 40)).toBe(0)
  expect(scrollTopFor(9, 400, 360, 40)).toBe(360)
  expect(scrollTopFor(10, 400, 360, 40)).toBe(400)
  expect(scrollTopFor(18, 400, 360, 40)).toBe(400)
  expect(scrollTopFor(19, 400, 360, 40)).toBe(440)
})
