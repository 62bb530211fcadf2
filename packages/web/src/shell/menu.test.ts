import {
  ACTIVITY_FEATURE,
  BATCH_JOBS_FEATURE,
  HEAL_FEATURE,
  KMS_FEATURE,
  SITE_REPLICATION_FEATURE,
} from '@cooperage/contract'
import { IconBucket } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { shell } from '../messages/en/shell.ts'
import type { MenuItem } from '../shared/feature.ts'
import { hidesMenu, isWithin, MENU_ITEMS, menuFor } from './menu.ts'

const titles = (groups: ReturnType<typeof menuFor>) =>
  groups.map(({ id, items }) => [
    id === 'start' || id === 'end' ? '' : shell.groups[id],
    items.map(({ label }) => shell.menu[label]),
  ])
const shown = (
  pages: readonly string[],
  features = [ACTIVITY_FEATURE, BATCH_JOBS_FEATURE, HEAL_FEATURE, KMS_FEATURE, SITE_REPLICATION_FEATURE],
) => titles(menuFor({ pages: [...pages], features }))

/** Groups and items of the specification (core-console 2). */
const SPECIFIED = [
  ['', ['Dashboard']],
  ['User', ['Object Browser', 'Account']],
  ['Admin', ['Buckets', 'Users', 'Groups', 'IAM Policies', 'Settings']],
  ['Tools', ['Logs', 'Watch', 'Trace', 'Heal', 'Diagnostic']],
  ['Operator', ['Tenants', 'Storage']],
  ['', ['License', 'Documentation']],
]

test('the menu has the groups and items of the specification, in its order', () => {
  const names = new Set(SPECIFIED.flat(2))
  const menu = shown(MENU_ITEMS.map(({ page }) => page))
  expect(menu.map(([group, items = []]) => [group, [...items].filter((item) => names.has(item))])).toEqual(SPECIFIED)
})

test('every item has its own position in its group', () => {
  const positions = MENU_ITEMS.map(({ group, position }) => `${group} ${position}`)
  expect(new Set(positions).size).toBe(positions.length)
})

test('heal is hidden where the storage server does not heal', () => {
  expect(shown(['/logs', '/heal'], [])).toEqual([
    ['Tools', ['Logs']],
    ['', ['Documentation']],
  ])
})

test('shows only pages of the session, no empty group, and always the documentation', () => {
  const pages = ['/object-browser', '/object-browser/:bucket', '/buckets']
  expect(shown(pages)).toEqual([
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
    {
      label: 'settings',
      group: 'admin',
      position: 1,
      page: '/settings',
      otherPages: ['/settings/tiers'],
      icon: IconBucket,
    },
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
