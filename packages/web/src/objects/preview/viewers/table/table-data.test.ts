import { expect, test } from 'vitest'
import { type Cell, numericColumns } from './table-data.ts'

const isNumeric = (...cells: Cell[]) =>
  numericColumns({ columns: [{ name: 'a', type: '' }], rows: cells.map((cell) => [cell]) })[0]

test.each([
  ['whole numbers, with missing cells', ['1', null, '-20', undefined, '', '+3']],
  ['fractions', ['1.5', '.25', '3.', '1,5']],
  ['exponents', ['6.02e23', '1E-9']],
])('numbers: %s', (_, cells) => {
  expect(isNumeric(...cells)).toBe(true)
})

test.each([
  ['text', ['1', 'two']],
  ['dates and times', ['2026-11-26', '12:30']],
  ['versions and addresses', ['1.2.3', '10.0.0.1']],
  ['no cell with content', [null, '', undefined]],
  ['signs alone', ['-']],
])('no numbers: %s', (_, cells) => {
  expect(isNumeric(...cells)).toBe(false)
})
