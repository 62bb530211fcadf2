import { type LifecycleRuleView, ZERO_DATE } from '@cooperage/contract'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { lifecycle } from '../../messages/en/lifecycle.ts'
import type { Translate } from '../../messages/use-texts.ts'
import { ruleCells, ruleText, transitionText, whenText } from './rule-text.ts'

const words = i18next.createInstance()
beforeAll(() => words.init({ lng: 'en', resources: { en: { lifecycle } }, ns: ['lifecycle'], defaultNS: 'lifecycle' }))
const t = () => words.getFixedT('en', 'lifecycle') as unknown as Translate<'lifecycle'>

const RULE: LifecycleRuleView = {
  id: 'a',
  prefix: '',
  status: 'Enabled',
  tags: [],
  expiration: { days: 0, date: ZERO_DATE, delete_marker: false, delete_all: false },
  transition: { days: 0, date: ZERO_DATE, storage_class: '' },
  noncurrent_expiration_days: 0,
  newer_noncurrent_expiration_versions: 0,
  noncurrent_transition_days: 0,
  noncurrent_storage_class: '',
  delete_marker_days: 0,
  abort_incomplete_days: 0,
  size_greater_than: 0,
  size_less_than: 0,
}

test('shows days or a date, and nothing for the zero date', () => {
  expect(whenText(t(), { days: 30, date: '0001-01-01T00:00:00Z' })).toBe('30 day(s)')
  expect(whenText(t(), { days: 1, date: ZERO_DATE })).toBe('1 day(s)')
  expect(whenText(t(), { days: 0, date: '2035-02-28T00:00:00Z' })).toMatch(/2035/)
  expect(whenText(t(), { days: 0, date: '2035-02-28T00:00:00Z' })).toMatch(/28/)
  expect(whenText(t(), { days: 0, date: ZERO_DATE })).toBe('')
})

test('shows an immediate transition, and none without a storage class', () => {
  expect(transitionText(t(), { days: 0, date: ZERO_DATE, storage_class: 'COLD' })).toBe('0 day(s)')
  expect(transitionText(t(), RULE.transition)).toBe('')
})

test('describes exactly what a rule does', () => {
  expect(ruleText(t(), RULE)).toEqual([])
  expect(
    ruleText(t(), {
      ...RULE,
      expiration: { days: 9, date: ZERO_DATE, delete_marker: true, delete_all: true },
      transition: { days: 2, date: ZERO_DATE, storage_class: 'COLD' },
      noncurrent_expiration_days: 3,
      newer_noncurrent_expiration_versions: 2,
      noncurrent_transition_days: 0,
      noncurrent_storage_class: 'ICE',
      delete_marker_days: 8,
      abort_incomplete_days: 7,
      size_greater_than: 5,
      size_less_than: 99,
    }),
  ).toEqual([
    'Deletes objects with all their versions: 9 day(s)',
    'Moves objects to COLD: 2 day(s)',
    'Deletes noncurrent versions: 3 day(s)',
    'Keeps the 2 newest noncurrent versions',
    'Moves noncurrent versions to ICE: 0 day(s)',
    'Removes delete markers that have no versions left',
    'Purges deleted objects with all their versions: 8 day(s)',
    'Aborts incomplete uploads: 7 day(s) after they started',
    'Only objects larger than 5 B',
    'Only objects smaller than 99 B',
  ])
})

test('the cells of the table also have what concerns noncurrent versions, and the filter', () => {
  expect(ruleCells(t(), RULE)).toEqual({ filter: '', expiration: '', transition: '', tier: '' })
  const rule = {
    ...RULE,
    tags: [{ key: 'team', value: 'photos' }],
    size_greater_than: 1_000,
    expiration: { ...RULE.expiration, days: 30 },
    noncurrent_expiration_days: 5,
    newer_noncurrent_expiration_versions: 2,
    abort_incomplete_days: 7,
    noncurrent_transition_days: 3,
    noncurrent_storage_class: 'COLD',
  }
  expect(ruleCells(t(), rule)).toEqual({
    filter: 'team=photos · > 1,000 B',
    expiration:
      '30 day(s) · noncurrent: 5 day(s) · keeps the 2 newest noncurrent versions · incomplete uploads: 7 day(s)',
    transition: 'noncurrent: 3 day(s)',
    tier: 'noncurrent: COLD',
  })
  const both = { ...rule, transition: { days: 1, date: ZERO_DATE, storage_class: 'COLD' } }
  expect(ruleCells(t(), both)).toMatchObject({ transition: '1 day(s) · noncurrent: 3 day(s)', tier: 'COLD' })
})
