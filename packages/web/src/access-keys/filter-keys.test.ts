import { expect, test } from 'vitest'
import { filterOwned, filterRows, type KeyRow, NO_FILTER, ownersOf } from './filter-keys.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')
const key = (accessKey: string, owner: string, fields: Partial<KeyRow> = {}): KeyRow => ({
  accessKey,
  owner,
  ownerName: owner,
  source: 'builtIn',
  expiry: '',
  name: undefined,
  description: undefined,
  enabled: undefined,
  ...fields,
})
const KEYS = [
  key('AKIA1', 'alice', { name: 'nightly', enabled: true }),
  key('AKIA2', 'bob', { enabled: false, expiry: '2026-12-01T00:00:00Z' }),
  key('AKIA3', 'carol', { expiry: '2026-01-01T00:00:00Z' }),
]
const names = (keys: readonly { accessKey: string }[]) => keys.map(({ accessKey }) => accessKey)

test.each([
  ['', ['AKIA1', 'AKIA2', 'AKIA3']],
  ['never', ['AKIA1']],
  ['soon', ['AKIA2']],
  ['expired', ['AKIA3']],
] as const)('keys by expiry %j', (expiry, expected) => {
  expect(names(filterOwned(KEYS, { ...NO_FILTER, expiry }, NOW))).toEqual(expected)
})

test('a status that isn’t known matches each filter', () => {
  expect(names(filterRows(KEYS, { ...NO_FILTER, status: 'disabled' }))).toEqual(['AKIA2', 'AKIA3'])
  expect(names(filterRows(KEYS, { ...NO_FILTER, status: 'enabled' }))).toEqual(['AKIA1', 'AKIA3'])
})

test('owners that match the search come first, once each', () => {
  expect(ownersOf([...KEYS, key('AKIA4', 'alice')], 'CAROL')).toEqual(['carol', 'alice', 'bob'])
})
