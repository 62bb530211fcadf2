import { describe, expect, test } from 'vitest'
import {
  CREATION_DEFAULTS,
  type CreationForm,
  creationProblem,
  toCreation,
  withLocking,
  withRetention,
  withVersioning,
} from './creation-form.ts'
import { quotaFormOf, quotaProblem, toQuota } from './quota-form.ts'
import { retentionProblem } from './retention-form.ts'

const named: CreationForm = { ...CREATION_DEFAULTS, name: 'photos' }

test('starts with everything off: quota hard and 1 TiB, retention compliance for 1 day', () => {
  expect(CREATION_DEFAULTS).toEqual({
    name: '',
    versioning: false,
    locking: false,
    quota: { isOn: false, type: 'hard', size: { amount: '1', unit: 'TiB' } },
    retention: { isOn: false, mode: 'compliance', unit: 'days', validity: '1' },
  })
})

describe('the switches', () => {
  test('retention turns locking on, and leaves it on when it is turned off', () => {
    const on = withRetention(withVersioning(named, true), true)
    expect(on).toMatchObject({ locking: true, versioning: true, retention: { isOn: true } })
    expect(withRetention(on, false)).toMatchObject({ locking: true, retention: { isOn: false } })
  })

  test('versioning off resets the settings of retention', () => {
    const changed = withRetention(withVersioning(named, true), true)
    const typed = { ...changed, retention: { ...changed.retention, mode: 'governance', validity: '7' } } as const
    expect(withVersioning(typed, false)).toEqual(named)
  })

  test('locking turns versioning on', () => {
    expect(withLocking(named, true)).toMatchObject({ locking: true, versioning: true })
    expect(withLocking(withLocking(named, true), false)).toMatchObject({ locking: false, versioning: true })
  })
})

describe('what prevents submitting', () => {
  test.each(['', '   '])('a name that is blank: %j', (name) => {
    expect(creationProblem({ ...named, name })).toBe('nameMissing')
  })

  test.each(['', '0', ' ', 'much', '-1', '0.0000000000000001'])('a quota of %j', (amount) => {
    const quota = { ...named.quota, isOn: true, size: { amount, unit: 'TiB' } } as const
    expect(creationProblem({ ...named, quota })).toBe('quotaMissing')
    expect(creationProblem({ ...named, quota: { ...quota, isOn: false } })).toBeUndefined()
  })

  test('a quota above the maximum of servers', () => {
    expect(quotaProblem({ isOn: true, type: 'hard', size: { amount: '8', unit: 'EiB' } })).toBe('quotaTooLarge')
    expect(quotaProblem({ isOn: true, type: 'hard', size: { amount: '7', unit: 'EiB' } })).toBeUndefined()
  })

  test.each(['', '0', 'one', '-1', '1.5'])('a validity of %j', (validity) => {
    const retention = { ...named.retention, isOn: true, validity }
    expect(creationProblem({ ...named, retention })).toBe('validityMissing')
    expect(creationProblem({ ...named, retention: { ...retention, isOn: false } })).toBeUndefined()
  })

  test('a validity of more than a hundred years', () => {
    expect(retentionProblem({ mode: 'governance', unit: 'years', validity: '101' })).toBe('validityTooLong')
    expect(retentionProblem({ mode: 'governance', unit: 'days', validity: '36500' })).toBeUndefined()
  })

  test('nothing, if everything is valid', () => {
    expect(creationProblem(named)).toBeUndefined()
  })
})

test('sends what was chosen, and omits what was not', () => {
  expect(toCreation({ ...named, name: ' photos ' })).toEqual({ name: 'photos', versioning: false, locking: false })
  const whole = withRetention(withVersioning({ ...named, quota: { ...named.quota, isOn: true } }, true), true)
  expect(toCreation(whole)).toEqual({
    name: 'photos',
    versioning: true,
    locking: true,
    quota: { enabled: true, quota_type: 'hard', amount: 1024 ** 4 },
    retention: { mode: 'compliance', unit: 'days', validity: 1 },
  })
})

test('shows a stored quota in its largest exact unit, and sends it back unchanged', () => {
  const form = quotaFormOf({ type: 'hard', quota: 1536 * 1024 ** 2 })
  expect(form).toEqual({ isOn: true, type: 'hard', size: { amount: '1536', unit: 'MiB' } })
  expect(toQuota(form)).toEqual({ enabled: true, quota_type: 'hard', amount: 1536 * 1024 ** 2 })
  expect(quotaFormOf({ type: '', quota: 0 })).toMatchObject({ isOn: false, size: { amount: '1', unit: 'TiB' } })
  expect(toQuota({ ...form, isOn: false })).toEqual({ enabled: false, quota_type: 'hard', amount: 0 })
})
