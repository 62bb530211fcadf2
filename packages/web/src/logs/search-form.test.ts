import { expect, test } from 'vitest'
import { criteriaOf, EMPTY_FORM, problemOf, type SearchForm } from './search-form.ts'

const form = (filters: Partial<SearchForm['filters']>, times: Partial<SearchForm> = {}): SearchForm => ({
  ...EMPTY_FORM,
  ...times,
  filters: { ...EMPTY_FORM.filters, ...filters },
})

test('only fields with a value filter', () => {
  expect(criteriaOf(form({ bucket: 'photos', object: 'a:b*' }), 'timeDesc')).toEqual({
    fp: ['bucket:photos', 'object:a:b*'],
    order: 'timeDesc',
  })
})

test('local times are sent in UTC', () => {
  const { timeStart, timeEnd } = criteriaOf(form({}, { start: '2026-11-24T10:00', end: '2026-11-24T11:00' }), 'timeAsc')
  expect(timeStart).toBe(new Date('2026-11-24T10:00').toISOString())
  expect(timeEnd).toBe(new Date('2026-11-24T11:00').toISOString())
})

test.each([
  ['a\\', 'backslash'],
  ['a\\\\', undefined],
  ['a\\*', undefined],
])('the value %s', (object, problem) => {
  expect(problemOf(form({ object }))).toBe(problem)
})

test('the start must be before the end', () => {
  expect(problemOf(form({}, { start: '2026-11-24T10:00', end: '2026-11-24T10:00' }))).toBe('times')
  expect(problemOf(form({}, { start: '2026-11-24T10:00' }))).toBeUndefined()
})
