import { expect, test } from 'vitest'
import { shell } from '../messages/en/shell.ts'
import { hidesMenu, isWithin, menuFor } from './menu.ts'

/** Every page that an item of the menu opens. */
const ALL =
  '/dashboard /object-browser /account /buckets /users /groups /policies /settings /logs /watch /trace /heal /health-info /tenants /storage /license'.split(
    ' ',
  )

const shown = (pages: readonly string[], distributedMode = false) =>
  menuFor({ pages: [...pages], distributedMode }).map(({ id, items }) => [
    id === 'start' || id === 'end' ? '' : shell.groups[id],
    items.map(({ label }) => shell.items[label]),
  ])

test('the menu has the groups and items of the specification, in its order', () => {
  expect(shown(ALL)).toEqual([
    ['', ['Dashboard']],
    ['User', ['Object Browser', 'Account']],
    ['Admin', ['Buckets', 'Users', 'Groups', 'IAM Policies', 'Settings']],
    ['Tools', ['Logs', 'Watch', 'Trace', 'Heal', 'Diagnostic']],
    ['Operator', ['Tenants', 'Storage']],
    ['', ['License', 'Documentation']],
  ])
})

test('heal is hidden in a distributed setup', () => {
  expect(shown(['/logs', '/heal'], true)).toEqual([
    ['Tools', ['Logs']],
    ['', ['Documentation']],
  ])
})

test('only pages of the session are shown, no group without items, and the documentation always', () => {
  expect(shown(['/object-browser', '/object-browser/:bucket', '/buckets'])).toEqual([
    ['User', ['Object Browser']],
    ['Admin', ['Buckets']],
    ['', ['Documentation']],
  ])
  expect(shown([])).toEqual([['', ['Documentation']]])
})

test('the menu is hidden on /metrics and on paths ending in /hop', () => {
  expect(['/metrics', '/a/hop', '/buckets', '/hopper'].map(hidesMenu)).toEqual([true, true, false, false])
})

test('a page below an item belongs to it, one that only begins alike does not', () => {
  expect(isWithin('/object-browser/photos/', '/object-browser')).toBe(true)
  expect(isWithin('/buckets', '/buckets')).toBe(true)
  expect(isWithin('/buckets-two', '/buckets')).toBe(false)
})
