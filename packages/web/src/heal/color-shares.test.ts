import { expect, test } from 'vitest'
import { colorShares } from './color-shares.ts'

test('shows each color in percent of the items scanned', () => {
  expect(colorShares({ Green: 2, Yellow: 1, Red: 0, Grey: 0 })).toEqual({
    Green: '66.7%',
    Yellow: '33.3%',
    Red: '0%',
    Grey: '0%',
  })
  expect(colorShares({ Green: 0, Yellow: 0, Red: 0, Grey: 0 }).Green).toBe('0%')
})

test('never hides a few bad items among many good ones', () => {
  const { Green, Red } = colorShares({ Green: 99_999, Yellow: 0, Red: 1, Grey: 0 })
  expect([Green, Red]).toEqual(['>99.9%', '<0.1%'])
})
