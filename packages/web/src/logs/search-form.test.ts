import { expect, test } from 'vitest'
import { criteriaOf, EMPTY_FORM, literally, pageQuery, problemOf, type SearchForm, yesterday } from './search-form.ts'

const form = (filters: Partial<SearchForm['filters']>, times: Partial<SearchForm> = {}): SearchForm => ({
  ...EMPTY_FORM,
  ...times,
  filters: { ...EMPTY_FORM.filters, ...filters },
})

test('only fields with a value filter', () => {
  expect(criteriaOf(form({ bucket: 'photos', object: 'a:b*' }), 'timeDesc')).toEqual({
    fp: ['bucket:photos', 'object:a:b*'],
    hide: ['background'],
    order: 'timeDesc',
  })
})

test('background entries are left out until they are asked for, and an error code is found as people write it', () => {
  const asked = form({ error_code: 'Access Denied' }, { showsBackground: true, hidesConsole: true, onlyErrors: true })
  const criteria = { fp: ['error_code:AccessDenied'], hide: ['console'], errors: true, order: 'timeAsc' }
  expect(criteriaOf(asked, 'timeAsc')).toEqual(criteria)
})

test('yesterday ends at the last midnight', () => {
  const midnights = { start: '2026-02-28T00:00', end: '2026-03-01T00:00' }
  expect(yesterday(new Date(2026, 2, 1, 14, 30))).toEqual(midnights)
})

test('a value of an entry is searched for as it is', () => {
  expect(literally('a.b*c\\d')).toBe('a\\.b\\*c\\\\d')
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

test('a page is asked for with everything that the specification sends', () => {
  const criteria = { fp: [], order: 'timeDesc' as const }
  const specified = { q: 'reqinfo', fp: [], order: 'timeDesc', pageSize: 100, pageNo: 0 }
  expect(pageQuery(criteria, undefined)).toEqual(specified)
  expect(pageQuery(criteria, '7-7')).toEqual({ ...specified, after: '7-7' })
})
