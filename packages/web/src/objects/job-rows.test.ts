import { SELECTION_LIMIT } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { jobPaths, jobUnits, selectedContents } from './job-rows.ts'

const rows = Array.from({ length: SELECTION_LIMIT + 1 }, (_, at) => ({ key: `f/${at}` }))
const few = [{ key: 'f/a/' }, { key: 'f/b' }]
const all = new Set(rows.map(({ key }) => key))
const listed = { rows, isComplete: true, search: '', deep: '' }
const shown = { prefix: 'f/', contents: { search: 'x', deep: false } }

test('finds all of a long list by its folder and its search', () => {
  expect(selectedContents(all, listed)).toEqual({ search: '', deep: false })
  expect(selectedContents(all, { ...listed, search: 'x' })).toEqual({ search: 'x', deep: false })
  expect(selectedContents(all, { ...listed, deep: 'y' })).toEqual({ search: 'y', deep: true })
})

test('finds nothing else than what is selected', () => {
  expect(selectedContents(all, { ...listed, isComplete: false })).toBeUndefined()
  expect(selectedContents(all, { ...listed, search: 'x', deep: 'y' })).toBeUndefined()
  expect(selectedContents(new Set([...all].slice(1)), listed)).toBeUndefined()
  const others = new Set([...[...all].slice(1), 'f/gone'])
  expect(selectedContents(others, listed)).toBeUndefined()
  expect(selectedContents(new Set(['f/b']), { ...listed, rows: [{ key: 'f/b' }] })).toBeUndefined()
})

test('a job gets rows one by one as long as it accepts them, then the list that shows them', () => {
  expect(jobPaths(few, shown)).toEqual([
    { path: 'f/a/', recursive: true },
    { path: 'f/b', recursive: false },
  ])
  expect(jobPaths(rows, shown)).toEqual([{ path: 'f/', recursive: true, contents: shown.contents }])
  expect(jobPaths(rows, { prefix: 'f/' })).toHaveLength(rows.length)
  const units = rows.map(({ key }) => ({ source: key, target: `to/${key}` }))
  expect(jobUnits(units, 'to/', shown)).toEqual([{ source: 'f/', target: 'to/', contents: shown.contents }])
  expect(jobUnits(units.slice(1), 'to/', shown)).toEqual(units.slice(1))
})
