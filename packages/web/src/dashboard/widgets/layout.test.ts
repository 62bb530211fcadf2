import { WIDGET_GRID, WIDGET_TABS } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { changedByKey, defaultLayout, parseLayout } from './layout.ts'

test('the default layouts of the tabs place 28 widgets without overlap in 8 columns', () => {
  expect(WIDGET_GRID).toEqual({ columns: 8, maxWidth: 1920 })
  const layouts = WIDGET_TABS.map(defaultLayout)
  expect(layouts.flat()).toHaveLength(28)
  for (const layout of layouts) {
    const cells = layout.flatMap(({ x, y, w, h }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    for (const { x, w } of layout) expect(x + w).toBeLessThanOrEqual(8)
  }
})

test('a stored layout counts only if it places exactly the widgets of the tab', () => {
  const layout = defaultLayout('traffic')
  expect(parseLayout('traffic', JSON.parse(JSON.stringify(layout)))).toEqual(layout)
  const [first] = layout
  for (const other of [
    undefined,
    'text',
    [],
    layout.slice(1),
    [...layout, first],
    layout.map((item) => ({ ...item, x: 9 })),
    layout.map((item) => ({ ...item, h: 0 })),
    defaultLayout('resources'),
  ]) {
    expect(parseLayout('traffic', other)).toBeUndefined()
  }
})

test('arrow keys move and resize a widget within the grid', () => {
  const layout = [{ i: 'a', x: 0, y: 0, w: 4, h: 3 }]
  expect(changedByKey(layout, 'a', 'ArrowRight', false)).toEqual([{ i: 'a', x: 1, y: 0, w: 4, h: 3 }])
  expect(changedByKey(layout, 'a', 'ArrowDown', true)).toEqual([{ i: 'a', x: 0, y: 0, w: 4, h: 4 }])
  expect(changedByKey(layout, 'a', 'ArrowLeft', false)).toBeUndefined()
  expect(changedByKey(layout, 'a', 'Enter', false)).toBeUndefined()
})
