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

test('dates go in the form that servers take, names in small letters, empty rows not at all', () => {
  const pairs = [
    { key: 'Author', value: 'Größe' },
    { key: '', value: '' },
  ]
  expect(toWanted({ headers: HEADERS, pairs })).toEqual({
    ...HEADERS,
    expires: 'Sun, 31 Oct 2027 08:00:00 GMT',
    user_metadata: { author: 'Größe' },
  })
})

test.each([
  ['content_type', 'text/ü', 'text'],
  ['cache_control', 'a\nb', 'text'],
  ['expires', 'soon', 'date'],
  ['expires', '', undefined],
  ['content_disposition', 'attachment; filename="a b"', undefined],
] as const)('%s: %j', (field, value, problem) => expect(headerProblem(field, value)).toBe(problem))

test('names of user metadata are those of headers', () => {
  const named = (...keys: string[]) => keys.map((key) => ({ key, value: '' }))
  expect(nameProblem({ key: 'a b', value: '' }, [])).toBe('name')
  expect(nameProblem({ key: 'ü', value: '' }, [])).toBe('name')
  expect(nameProblem({ key: 'A', value: '' }, named('A', 'a'))).toBe('case')
  expect(nameProblem({ key: 'a-b_c.1', value: '' }, named('a-b_c.1', 'a'))).toBeUndefined()
})

test('two kilobytes of it are the limit', () => {
  expect(isTooMuch([{ key: 'abcd', value: 'x'.repeat(2044) }])).toBe(false)
  expect(isTooMuch([{ key: 'abcd', value: 'ü'.repeat(1023) }])).toBe(true)
})
