import { expect, test } from 'vitest'
import { headerProblem, isTooMuch, nameProblem, toWanted } from './metadata-form.ts'

const HEADERS = {
  content_type: 'text/plain',
  cache_control: '',
  content_disposition: '',
  content_encoding: '',
  content_language: '',
  expires: ' 2027-10-31T08:00:00Z ',
}

const NOTHING = { expires: '' }

test('sends dates in HTTP format, names in lower case, and no empty rows', () => {
  const pairs = [
    { key: 'Author', value: 'Größe' },
    { key: '', value: '' },
  ]
  expect(toWanted({ headers: HEADERS, pairs }, NOTHING)).toEqual({
    ...HEADERS,
    expires: 'Sun, 31 Oct 2027 08:00:00 GMT',
    user_metadata: { author: 'Größe' },
  })
})

test.each([
  ['content_type', 'text/ü', 'text'],
  ['cache_control', 'a\nb', 'text'],
  ['expires', 'soon', 'date'],
  ['expires', 'soon 5', 'date'],
  ['expires', '0', 'date'],
  ['expires', '2027-10-31 08:00', 'date'],
  ['expires', '2027-10-31T08:00', 'date'],
  ['expires', '2027-02-31T08:00Z', 'date'],
  ['expires', 'Sun, 31 Feb 2027 08:00:00 GMT', 'date'],
  ['expires', '2027-10-31T08:00Z', undefined],
  ['expires', '2027-10-31T08:00:00+02:00', undefined],
  ['expires', 'Sun, 31 Oct 2027 08:00:00 GMT', undefined],
  ['expires', ' ', undefined],
  ['expires', '', undefined],
  ['content_disposition', 'attachment; filename="a b"', undefined],
] as const)('%s: %j', (field, value, problem) => expect(headerProblem(field, value, NOTHING)).toBe(problem))

test.each(['0', 'soon', 'Sun, 31 Oct 2027 08:00:00 GMT'])('keeps an unedited Expires of %j', (expires) => {
  expect(headerProblem('expires', expires, { expires })).toBeUndefined()
  expect(toWanted({ headers: { ...HEADERS, expires }, pairs: [] }, { expires }).expires).toBe(expires)
})

test('accepts header names for user metadata', () => {
  const named = (...keys: string[]) => keys.map((key) => ({ key, value: '' }))
  expect(nameProblem({ key: 'a b', value: '' }, [])).toBe('name')
  expect(nameProblem({ key: 'ü', value: '' }, [])).toBe('name')
  expect(nameProblem({ key: 'A', value: '' }, named('A', 'a'))).toBe('case')
  expect(nameProblem({ key: 'a-b_c.1', value: '' }, named('a-b_c.1', 'a'))).toBeUndefined()
})

test('limits user metadata to two kilobytes', () => {
  expect(isTooMuch([{ key: 'abcd', value: 'x'.repeat(2044) }])).toBe(false)
  expect(isTooMuch([{ key: 'abcd', value: 'ü'.repeat(1023) }])).toBe(true)
})
