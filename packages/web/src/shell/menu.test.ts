import { IconBucket } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { shell } from '../messages/en/shell.ts'
import type { MenuItem, MenuLabel } from '../shared/feature.ts'
import { hidesMenu, isWithin, menuFor } from './menu.ts'

/** An item for every label, each with its own page; two have special rules. */
const ITEMS = (Object.keys(shell.items) as MenuLabel[]).toReversed().map(
  (label): MenuItem => ({
    label,
    page: `/${label}`,
    icon: IconBucket,
    isGuide: label === 'documentation',
    ...(label === 'heal' && { feature: 'heal' }),
  }),
)

const titles = (groups: ReturnType<typeof menuFor>) =>
  groups.map(({ id, items }) => [
    id === 'start' || id === 'end' ? '' : shell.groups[id],
    items.map(({ label }) => shell.items[label]),
  ])
const shown = (pages: readonly string[], features = ['heal']) => titles(menuFor({ pages: [...pages], features }, ITEMS))

test('the menu has the groups and items of the specification, in its order', () => {
  expect(shown(ITEMS.map(({ page }) => page))).toEqual([
    ['', ['Dashboard']],
    ['User', ['Object Browser', 'Account']],
    [
      'Admin',
      ['Buckets', 'Users', 'Groups', 'IAM Policies', 'Access Keys', 'Identity Providers', 'IAM Backup', 'Settings'],
    ],
    ['Tools', ['Logs', 'Watch', 'Trace', 'Heal', 'Diagnostic']],
    ['Operator', ['Tenants', 'Storage']],
    ['', ['License', 'Documentation']],
  ])
})

test('heal is hidden where the storage server does not heal', () => {
  expect(shown(['/logs', '/heal'], [])).toEqual([
    ['Tools', ['Logs']],
    ['', ['Documentation']],
  ])
})

test('shows only pages of the session, no empty group, and always the documentation', () => {
  const pages = ['/object-browser', '/object-browser/:bucket', '/buckets']
  expect(titles(menuFor({ pages, features: [] }))).toEqual([
    ['User', ['Object Browser']],
    ['Admin', ['Buckets']],
    ['', ['Documentation']],
  ])
  expect(shown([])).toEqual([['', ['Documentation']]])
  expect(shown(['/tenants', '/storage'])).toEqual([
    ['Operator', ['Tenants', 'Storage']],
    ['', ['Documentation']],
  ])
})

test('an item opens another of its pages where the session lacks the first', () => {
  const items: MenuItem[] = [
    { label: 'settings', page: '/settings', otherPages: ['/settings/tiers'], icon: IconBucket },
  ]
  const pageFor = (pages: string[]) => menuFor({ pages, features: [] }, items)[0]?.items[0]?.page
  expect(pageFor(['/settings/tiers'])).toBe('/settings/tiers')
  expect(pageFor(['/settings/tiers', '/settings'])).toBe('/settings')
})

test('the menu is hidden on /metrics and on paths ending in /hop', () => {
  expect(['/metrics', '/a/hop', '/buckets', '/hopper'].map(hidesMenu)).toEqual([true, true, false, false])
})

test('a page below an item belongs to it, one that only starts with its name does not', () => {
  expect(isWithin('/object-browser/photos/', '/object-browser')).toBe(true)
  expect(isWithin('/buckets', '/buckets')).toBe(true)
  expect(isWithin('/buckets-two', '/buckets')).toBe(false)
})
