import { expect, test } from 'vitest'
import { changeOfRetention, retentionFormProblem } from './retention-form.ts'
import { changeOfTags, type TagsHow, tagsProblem } from './tags-form.ts'

const NOW = Date.parse('2027-03-01T12:00:00Z')

test.each([
  ['', '', true, 'choose'],
  ['governance', '', true, 'dateMissing'],
  ['governance', '2027-02-28', true, 'datePast'],
  ['compliance', '2027-03-01', false, undefined],
  ['end', '', true, undefined],
  ['end', '', false, 'bypassLacks'],
] as const)('retention by %s until %j, with the bypass %j: %s', (how, date, mayBypass, problem) => {
  expect(retentionFormProblem({ how, date, bypass: false }, mayBypass, NOW)).toBe(problem)
})

test('a retention lasts to the end of its day', () => {
  const form = { how: 'governance', date: '2027-03-01', bypass: true } as const
  const expires = '2027-03-01T23:59:59Z'
  expect(changeOfRetention(form)).toEqual({ kind: 'retention', mode: 'governance', expires, governance_bypass: true })
  expect(changeOfRetention({ ...form, how: 'end' })).toEqual({ kind: 'endRetention' })
})

test.each([
  ['addTags', [], '', 'missing'],
  ['addTags', [['team', 'red']], '', undefined],
  ['addTags', [['', 'red']], '', 'wrong'],
  ['addTags', [[' ', 'red']], '', 'wrong'],
  ['addTags', [['<b>', '']], '', 'wrong'],
  ['addTags', Array.from({ length: 11 }, (_, index) => [`k${index}`, '']), '', 'tooMany'],
  ['replaceTags', [], '', undefined],
  ['removeTags', [], ' , ', 'keysMissing'],
  ['removeTags', [], 'team, <b>', 'wrong'],
  ['removeTags', [], 'team, old ', undefined],
] as [TagsHow, string[][], string, string | undefined][])('%s of %j and %j: %s', (how, pairs, keys, problem) => {
  expect(tagsProblem({ how, pairs: pairs.map(([key = '', value = '']) => ({ key, value })), keys })).toBe(problem)
})

test('splits keys at commas, and omits empty rows', () => {
  expect(changeOfTags({ how: 'removeTags', pairs: [], keys: 'a b, c,' })).toEqual({
    kind: 'removeTags',
    keys: ['a b', 'c'],
  })
  const pairs = [
    { key: 'a', value: '1' },
    { key: '', value: '' },
  ]
  expect(changeOfTags({ how: 'addTags', pairs, keys: '' })).toEqual({ kind: 'addTags', tags: { a: '1' } })
})
