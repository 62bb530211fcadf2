import { expect, test } from 'vitest'
import { parseHidden, shownOf } from './hidden-columns.ts'

test('reads stored columns, and ignores foreign values', () => {
  expect(parseHidden('{"buckets":["size","created"],"users":[]}')).toEqual({ buckets: ['size', 'created'], users: [] })
  expect(parseHidden('{"buckets":"size","users":["a",5]}')).toEqual({ users: ['a'] })
  for (const text of [null, '', 'null', '[]', '7', '{']) expect(parseHidden(text)).toEqual({})
})

test('the first column always shows', () => {
  const columns = [{ id: 'name' }, { id: 'created' }, { id: 'size' }]
  expect(shownOf(columns, [])).toBe(columns)
  expect(shownOf(columns, ['name', 'created'])).toEqual([{ id: 'name' }, { id: 'size' }])
})
