import { describe, expect, test } from 'vitest'
import { EMPTY_RULE, isDays, type RuleForm, ruleProblem, toRule } from './rule-form.ts'

const rule = (part: Partial<RuleForm>): RuleForm => ({ ...EMPTY_RULE, days: '1', ...part })

describe('a lifecycle rule', () => {
  test.each(['1', '30', ' 7 ', '2147483647'])('accepts %j as days', (days) => {
    expect(isDays(days)).toBe(true)
    expect(ruleProblem(rule({ days }))).toBeUndefined()
  })

  test.each(['', ' ', '0', '-1', '1.5', 'ten', '2147483648'])('rejects %j as days', (days) => {
    expect(ruleProblem(rule({ days }))).toBe('daysMissing')
    expect(ruleProblem(rule({ kind: 'transition', storageClass: 'COLD', days }))).toBe('daysMissing')
  })

  test.each(['2027-02-28', '2028-02-29'])('accepts the day %s', (date) => {
    expect(ruleProblem(rule({ by: 'date', date }))).toBeUndefined()
  })

  test.each(['', '2027-02-29', '2027-02', '2027-13-01', 'soon'])('rejects the day %j', (date) => {
    expect(ruleProblem(rule({ by: 'date', date }))).toBe('dateMissing')
  })

  test('needs a storage class for a transition', () => {
    expect(ruleProblem(rule({ kind: 'transition' }))).toBe('classMissing')
    expect(ruleProblem(rule({ kind: 'transition', storageClass: ' ' }))).toBe('classMissing')
    expect(ruleProblem(rule({ kind: 'transition', storageClass: 'COLD' }))).toBeUndefined()
  })

  test('validates optional days for older versions', () => {
    expect(ruleProblem(rule({ noncurrentDays: '' }))).toBeUndefined()
    expect(ruleProblem(rule({ noncurrentDays: '5' }))).toBeUndefined()
    expect(ruleProblem(rule({ noncurrentDays: '0' }))).toBe('noncurrentWrong')
  })

  test('needs a unique key for each tag', () => {
    expect(ruleProblem(rule({ tags: [{ key: 'a', value: '' }] }))).toBeUndefined()
    expect(ruleProblem(rule({ tags: [{ key: '', value: 'b' }] }))).toBe('tagsWrong')
  })

  const common = { prefix: '', tags: '', expired_object_delete_marker: false }
  test.each<[string, Partial<RuleForm>, object]>([
    ['expiry by days', { days: '30' }, { expiry_days: 30 }],
    [
      'expiry by days, older versions too',
      { days: '30', noncurrentDays: '5' },
      { expiry_days: 30, noncurrentversion_expiration_days: 5 },
    ],
    ['expiry by date', { by: 'date', date: '2030-01-31' }, { expiry_date: '2030-01-31T23:59:59Z' }],
    [
      'transition by days',
      { kind: 'transition', storageClass: 'COLD', noncurrentDays: '3', noncurrentClass: 'ICE' },
      {
        transition_days: 1,
        storage_class: 'COLD',
        noncurrentversion_transition_days: 3,
        noncurrentversion_transition_storage_class: 'ICE',
      },
    ],
    [
      'transition by date',
      { kind: 'transition', by: 'date', date: '2030-01-31', storageClass: 'COLD' },
      { transition_date: '2030-01-31T23:59:59Z', storage_class: 'COLD' },
    ],
    [
      'prefix, tags and delete markers',
      { prefix: 'a/', tags: [{ key: 'team', value: 'photo lab' }], deleteMarker: true },
      { prefix: 'a/', tags: 'team=photo%20lab', expired_object_delete_marker: true, expiry_days: 1 },
    ],
  ])('sends %s', (_what, part, sent) => {
    expect(toRule(rule(part))).toEqual({ ...common, ...sent })
  })
})
