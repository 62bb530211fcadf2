import { expect, test } from 'vitest'
import { WIDGETS, widgetStep } from './widgets.ts'

test('the step is the range in minutes, or 15 if the range is under one minute or missing', () => {
  expect(widgetStep(0, 59)).toBe(15)
  expect(widgetStep(undefined, 100)).toBe(15)
  expect(widgetStep(0, 60)).toBe(1)
  expect(widgetStep(1000, 1000 + 24 * 3600)).toBe(1440)
})

test('widgets are single values, some with a sparkline, line graphs, bar charts and pies', () => {
  expect(new Set(WIDGETS.map(({ kind }) => kind))).toEqual(
    new Set(['singleValue', 'singleRep', 'linearGraph', 'barChart', 'pieChart']),
  )
})
