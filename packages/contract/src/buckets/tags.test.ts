import { expect, test } from 'vitest'
import { setBucketTags, tagProblem } from './tags.ts'

const takes = (...tags: { key: string; value: string }[]) => setBucketTags.body.safeParse({ tags }).success

test.each([
  ['k'.repeat(128), 'v'.repeat(256), undefined],
  ['cost centre/a+b-c=d._:@9', '', undefined],
  ['k'.repeat(129), '', 'keyLong'],
  ['k', 'v'.repeat(257), 'valueLong'],
  ['größe', '', 'keyText'],
  ['k', 'a&b', 'valueText'],
])('the page and the call agree on the tag %s=%s', (key, value, problem) => {
  expect(tagProblem({ key, value })).toBe(problem)
  expect(takes({ key, value })).toBe(problem === undefined)
})

test('rejects duplicate keys, empty keys and more than fifty tags', () => {
  const tags = Array.from({ length: 51 }, (_, index) => ({ key: `k${index}`, value: '' }))
  expect([takes(...tags.slice(1)), takes(...tags)]).toEqual([true, false])
  expect(takes({ key: 'a', value: '1' }, { key: 'A', value: '' })).toBe(true)
  expect(takes({ key: 'a', value: '1' }, { key: 'a', value: '' })).toBe(false)
  expect(takes({ key: '', value: '1' })).toBe(false)
})
