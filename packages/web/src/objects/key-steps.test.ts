import { expect, test } from 'vitest'
import { gridStep, stepTo } from './key-steps.ts'

test('moves between the tiles of ten in rows of four', () => {
  const steps = [
    ['ArrowLeft', 0, 0],
    ['ArrowRight', 3, 4],
    ['ArrowRight', 9, 9],
    ['ArrowUp', 2, 2],
    ['ArrowUp', 6, 2],
    ['ArrowDown', 5, 9],
    ['ArrowDown', 6, 6],
    ['Home', 7, 0],
    ['End', 0, 9],
    ['Enter', 3, undefined],
  ] as const
  for (const [key, from, to] of steps) expect([key, from, gridStep(key, from, 4, 10)]).toEqual([key, from, to])
  expect(gridStep('ArrowDown', Number.NaN, 4, 10)).toBeUndefined()
})

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
