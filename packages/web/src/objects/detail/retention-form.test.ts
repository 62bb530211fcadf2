import { expect, test } from 'vitest'
import {
  bypassesGovernance,
  endOfRetention,
  type RetentionForm,
  retentionFormOf,
  retentionProblem,
  type StoredRetention,
} from './retention-form.ts'

const NOW = Date.UTC(2026, 10, 22, 12)
const NONE: StoredRetention = { mode: '', until: '' }
const form = (mode: RetentionForm['mode'], date: string, isOn = true): RetentionForm => ({ isOn, mode, date })
const kept = (mode: StoredRetention['mode'], until: string): StoredRetention => ({ mode, until })

test('a retention needs a mode and a day that is not over', () => {
  expect(retentionProblem(form('', '2027-01-01'), NONE, NOW)).toBe('typeMissing')
  expect(retentionProblem(form('governance', ''), NONE, NOW)).toBe('dateMissing')
  expect(retentionProblem(form('governance', '2026-11-21'), NONE, NOW)).toBe('datePast')
  expect(retentionProblem(form('governance', '2026-11-22'), NONE, NOW), 'today ends later').toBeUndefined()
  expect(retentionProblem(form('', '', false), NONE, NOW), 'none is wanted').toBeUndefined()
})

test('compliance can be extended and never shortened', () => {
  const stored = kept('compliance', '2027-06-30T23:59:59Z')
  expect(retentionProblem(form('compliance', '2027-06-29'), stored, NOW)).toBe('shortened')
  expect(retentionProblem(form('compliance', '2027-06-30'), stored, NOW)).toBeUndefined()
  expect(retentionProblem(form('compliance', '2028-01-01'), stored, NOW)).toBeUndefined()
})

test('removing or shortening an active governance retention is a bypass', () => {
  const stored = kept('governance', '2027-06-30T23:59:59Z')
  expect(bypassesGovernance(form('governance', '2027-06-30', false), stored, NOW)).toBe(true)
  expect(bypassesGovernance(form('governance', '2027-06-29'), stored, NOW)).toBe(true)
  expect(bypassesGovernance(form('governance', '2027-07-01'), stored, NOW)).toBe(false)
  expect(bypassesGovernance(form('governance', '', false), kept('governance', '2026-01-01T00:00:00Z'), NOW)).toBe(false)
  expect(bypassesGovernance(form('governance', '2027-01-01'), NONE, NOW)).toBe(false)
})

test('the form starts with the stored values', () => {
  expect(retentionFormOf(NONE)).toEqual({ isOn: false, mode: '', date: '' })
  expect(retentionFormOf(kept('governance', '2027-06-30T23:59:59Z'))).toEqual(form('governance', '2027-06-30'))
  expect(endOfRetention('2027-06-30')).toBe('2027-06-30T23:59:59Z')
})
