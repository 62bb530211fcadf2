import { expect, test } from 'vitest'
import { stepTo } from './step-to.ts'

test('steps through objects and stays within them', () => {
  expect(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'a'].map((key) => stepTo(key, 0, 3))).toEqual([
    0,
    1,
    0,
    2,
    undefined,
  ])
  expect(stepTo('ArrowRight', 2, 3)).toBe(2)
  expect([stepTo('ArrowRight', -1, 3), stepTo('End', 0, 0)]).toEqual([undefined, undefined])
})
