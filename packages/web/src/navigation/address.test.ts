import { expect, test } from 'vitest'
import { parseQuery, queryText } from './address.ts'

test.each(['1e5', '007', 'true', 'null', '"quoted"', '{}', 'a b+c%20&d=ü', '日本語'])(
  'a query keeps %s as text',
  (search) => {
    expect(parseQuery(queryText({ search }))).toEqual({ search })
  },
)

test('a query leaves out empty values', () => {
  expect(queryText({ tab: '', search: 'a' })).toBe('?search=a')
  expect(queryText({})).toBe('')
})
