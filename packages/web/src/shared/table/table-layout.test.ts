import { expect, test } from 'vitest'
import { entriesOf, movedBy, movedEdge, withColumn } from './layout-changes.ts'
import { arranged, isFlexible, leastWidth, parseLayouts, shownOf, trackOf } from './table-layout.ts'

const NAME = { id: 'name', width: 'minmax(200px, 1fr)' }
const CREATED = { id: 'created', width: '160px' }
const SIZE = { id: 'size', width: '120px' }
const LOCK = { id: 'lock', width: '110px', isHiddenAtFirst: true }
const ALL = [NAME, CREATED, SIZE, LOCK]
const ids = (columns: readonly { id: string }[]) => columns.map(({ id }) => id).join(' ')

test('reads what the browser has stored, and ignores foreign values', () => {
  const kept = { buckets: [{ id: 'size', isShown: false }], users: [] }
  expect(parseLayouts(JSON.stringify(kept))).toEqual(kept)
  expect(parseLayouts('{"buckets":"size","users":["a",5],"groups":[{"id":7}],"jobs":[null]}')).toEqual({})
  for (const width of ['x', '50', 39, 2001, null, {}]) {
    expect(parseLayouts(JSON.stringify({ jobs: [{ id: 'size', isShown: true, width }] })), String(width)).toEqual({})
  }
  for (const text of [null, '', 'null', '[]', '7', '{', '"a"']) expect(parseLayouts(text), String(text)).toEqual({})
})

test('without a layout a table has its own columns, without those that are hidden at first', () => {
  expect(ids(shownOf(ALL, []))).toBe('name created size')
})

test('the layout decides about order and visibility, but the first column stays first and shown', () => {
  const layout = [
    { id: 'lock', isShown: true },
    { id: 'size', isShown: false },
    { id: 'name', isShown: false },
    { id: 'created', isShown: true },
  ]
  expect(ids(arranged(ALL, layout))).toBe('name lock size created')
  expect(ids(shownOf(ALL, layout))).toBe('name lock created')
})

test('columns that a layout doesn’t have yet come last, and those that the table no longer has are ignored', () => {
  const layout = [
    { id: 'gone', isShown: true },
    { id: 'size', isShown: true },
  ]
  expect(ids(arranged(ALL, layout))).toBe('name size created lock')
  expect(ids(shownOf(ALL, layout))).toBe('name size created')
  expect(arranged([], layout)).toEqual([])
})

test('a chosen width is that of the column, and a flexible column can still become narrower', () => {
  const layout = [
    { id: 'name', isShown: true, width: 640 },
    { id: 'size', isShown: true, width: 90 },
  ]
  expect(ALL.map((column) => trackOf(column, layout))).toEqual(['minmax(200px, 640px)', '160px', '90px', '110px'])
  expect(trackOf(NAME, [{ id: 'name', isShown: true, width: 120 }])).toBe('minmax(120px, 120px)')
  expect([NAME.width, 'minmax(200px, 640px)', '90px'].map(isFlexible)).toEqual([true, false, false])
  expect([NAME.width, '90px'].map(leastWidth)).toEqual([200, 90])
})

test('a change keeps everything else, also of columns that the table has at other times', () => {
  const layout = [{ id: 'growth', isShown: false, width: 99 }]
  const changed = withColumn(ALL, layout, 'size', { isShown: false })
  expect(changed).toEqual([
    { id: 'name', isShown: true },
    { id: 'created', isShown: true },
    { id: 'size', isShown: false },
    { id: 'lock', isShown: false },
    { id: 'growth', isShown: false, width: 99 },
  ])
  expect(withColumn(ALL, changed, 'size', { width: 3000.7 }).find(({ id }) => id === 'size')).toEqual({
    id: 'size',
    isShown: false,
    width: 2000,
  })
  expect(withColumn(ALL, changed, 'size', { width: 1 }).find(({ id }) => id === 'size')?.width).toBe(40)
})

test('a column is moved by one place, but not before the first or after the last', () => {
  const start = entriesOf(ALL, [])
  expect(ids(movedBy(ALL, [], 'size', -1))).toBe('name size created lock')
  expect(ids(movedBy(ALL, [], 'size', 1))).toBe('name created lock size')
  expect(movedBy(ALL, [], 'created', -1)).toEqual(start)
  expect(movedBy(ALL, [], 'lock', 1)).toEqual(start)
  expect(movedBy(ALL, [], 'name', 1)).toEqual(start)
})

test('a dragged boundary changes the columns beside it so that it stays under the pointer', () => {
  const names = ['a', 'b', 'c', 'd']
  const columns = names.map((id) => ({ id, width: '100px' }))
  /** What each column has after the boundary behind one was dragged; those that are flexible have none. */
  const widths = (flexible: string, id: string, by: number) => {
    const drawn = names.map((id) => ({ id, width: 100, isFlexible: flexible.includes(id) }))
    const moved = movedEdge(columns, [], drawn, id, by)
    return names.map((id) => moved.find((one) => one.id === id)?.width ?? '-').join(' ')
  }
  expect(widths('a', 'b', 30), 'the next one gives way').toBe('- 130 70 -')
  expect(widths('a', 'a', -30), 'the flexible one gives way').toBe('- 130 - -')
  expect(widths('c', 'a', 30), 'one behind gives way').toBe('130 - - -')
  expect(widths('abd', 'b', 30), 'one before doesn’t').toBe('100 130 - -')
  expect(widths('ab', 'b', 30), 'nor here').toBe('100 - 70 -')
  expect(widths('', 'b', 30), 'the rest behind all gives way').toBe('- 130 - -')
  expect([widths('a', 'b', 900), widths('a', 'b', -900), widths('d', 'a', -900)]).toEqual([
    '- 160 40 -',
    '- 40 160 -',
    '40 - - -',
  ])
  expect(movedEdge(columns, [], [], 'a', 30)).toEqual([])
})
