import { expect, test } from 'vitest'
import { readDelimitedTable, TABLE_BYTES } from './delimited-table.ts'

const summary = (text: string, { isWhole = true, delimiter }: { isWhole?: boolean; delimiter?: '\t' } = {}) => {
  const { columns, rows, ...rest } = readDelimitedTable(text, delimiter, isWhole)
  return { names: columns.map(({ name }) => name), rows, ...rest }
}

test.each([
  ['commas and quotes', 'name,note\r\n"Doe, J","a ""b""\nc"\r\n', [['Doe, J', 'a "b"\nc']]],
  [
    'semicolons',
    'name;note\n1,5;x\n2,5;y\n',
    [
      ['1,5', 'x'],
      ['2,5', 'y'],
    ],
  ],
  ['tabs', 'name\tnote\na,b\tc\n', [['a,b', 'c']]],
  ['bars', 'name|note\na|b\n', [['a', 'b']]],
  [
    'rows of different lengths',
    'name,note\na\nb,c\n',
    [
      ['a', undefined],
      ['b', 'c'],
    ],
  ],
])('reads %s', (_, text, rows) => {
  expect(summary(text)).toMatchObject({ names: ['name', 'note'], rows, hasMoreRows: false, totalColumns: 2 })
})

test('a tab-separated table may have commas only', () => {
  expect(summary('a,b\n1,2', { delimiter: '\t' })).toMatchObject({ names: ['a,b'], rows: [['1,2']] })
})

test('shows 200 rows and 100 columns, and counts the columns', () => {
  const row = Array.from({ length: 100_000 }, (_, at) => at).join(',')
  const wide = summary(`${row}\n${row}\n`)
  expect([wide.names.length, wide.rows[0]?.length, wide.totalColumns]).toEqual([100, 100, 100_000])
  const long = summary(`a,b\n${'1,2\n'.repeat(1000)}`)
  expect([long.rows.length, long.hasMoreRows]).toEqual([200, true])
  expect(summary(`a,b\n${'1,2\n'.repeat(200)}`).hasMoreRows).toBe(false)
})

test('leaves out a row that is cut off', () => {
  expect(summary('a,b\n1,2\n3', { isWhole: false })).toMatchObject({ rows: [['1', '2']], hasMoreRows: true })
  expect(summary('a,b\n1,2\n3')).toMatchObject({
    rows: [
      ['1', '2'],
      ['3', undefined],
    ],
    hasMoreRows: false,
  })
})

test('cuts long cells, and keeps hostile ones as text', () => {
  const { rows, names } = summary(`<img src=x>,=cmd()\n${'x'.repeat(5000)},\u202Egpj\n`)
  expect(names).toEqual(['<img src=x>', '=cmd()'])
  expect(rows[0]?.[0]).toHaveLength(301)
  expect(rows[0]?.[1]).toBe('\u202Egpj')
})

test.each([
  ['nothing', ''],
  ['an open quote', `a,b\n"${'x,\n'.repeat(TABLE_BYTES)}`],
  ['quotes only', '"'.repeat(TABLE_BYTES)],
  ['quotes and commas', '",'.repeat(TABLE_BYTES)],
  ['broken quotes', 'a"b,"c"d\n'.repeat(TABLE_BYTES)],
  ['commas only', ','.repeat(TABLE_BYTES)],
  ['one line', 'x'.repeat(TABLE_BYTES)],
  ['line breaks only', '\n'.repeat(TABLE_BYTES)],
])('reads %s in reasonable time', (_, text) => {
  const start = performance.now()
  const { rows, names } = summary(text.slice(0, TABLE_BYTES), { isWhole: false })
  expect(rows.length).toBeLessThanOrEqual(200)
  expect(names.length).toBeLessThanOrEqual(100)
  expect(performance.now() - start).toBeLessThan(5000)
})
