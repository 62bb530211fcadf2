import { expect, test } from 'vitest'
import { type Column, canSort, nextSorting, type ShownColumn, sortRows } from './columns.tsx'

interface Row {
  name: string
  size: number
}

const columns: ShownColumn<Row>[] = [
  {
    id: 'name',
    header: 'Name',
    width: '1fr',
    cell: (row) => row.name,
    compare: (a, b) => a.name.localeCompare(b.name),
  },
  { id: 'size', header: 'Size', width: '1fr', cell: (row) => row.size, compare: (a, b) => a.size - b.size },
]
const rows: Row[] = [
  { name: 'c', size: 1 },
  { name: 'a/', size: 0 },
  { name: 'b', size: 1 },
  { name: 'd', size: 0 },
]
const names = (sorted: readonly Row[]) => sorted.map((row) => row.name)

test('returns the same array without a sort order', () => {
  expect(sortRows(rows, columns, undefined, undefined)).toBe(rows)
})

test('keeps equal rows in their order in both directions', () => {
  expect(names(sortRows(rows, columns, { columnId: 'size', descending: false }, undefined))).toEqual([
    'a/',
    'd',
    'c',
    'b',
  ])
  expect(names(sortRows(rows, columns, { columnId: 'size', descending: true }, undefined))).toEqual([
    'c',
    'b',
    'a/',
    'd',
  ])
})

test('groups by rank in both directions', () => {
  const rank = (row: Row) => (row.name.endsWith('/') ? 0 : 1)
  expect(names(sortRows(rows, columns, { columnId: 'name', descending: true }, rank))).toEqual(['a/', 'd', 'c', 'b'])
})

test('rows whose value isn’t known are last in both directions', () => {
  const known = columns.map((column) => ({
    ...column,
    sortValue: ({ name, size }: Row) => (name === 'a/' ? undefined : size),
  }))
  const sorted = (descending: boolean) => names(sortRows(rows, known, { columnId: 'size', descending }, undefined))
  expect([sorted(false), sorted(true)]).toEqual([
    ['d', 'c', 'b', 'a/'],
    ['c', 'b', 'd', 'a/'],
  ])
})

test('a header cycles through ascending, descending and unsorted', () => {
  const first = nextSorting(undefined, 'name')
  const second = nextSorting(first, 'name')
  expect([first, second, nextSorting(second, 'name')]).toEqual([
    { columnId: 'name', descending: false },
    { columnId: 'name', descending: true },
    undefined,
  ])
  expect(nextSorting(second, 'size')).toEqual({ columnId: 'size', descending: false })
  const largest = nextSorting(undefined, 'growth', true)
  const smallest = nextSorting(largest, 'growth', true)
  expect([largest, smallest, nextSorting(smallest, 'growth', true)]).toEqual([
    { columnId: 'growth', descending: true },
    { columnId: 'growth', descending: false },
    undefined,
  ])
})

test('a column that reads each row sorts no more rows than it says', () => {
  const column: Column<number> = {
    id: 'a',
    header: 'A',
    width: '1fr',
    readFirst: { atMost: 2, read: async () => undefined },
  }
  expect([canSort(column, [1, 2]), canSort(column, [1, 2, 3]), canSort(undefined, [1, 2, 3])]).toEqual([
    true,
    false,
    true,
  ])
})
