import type { Session } from '@cooperage/contract'
import type { shell } from '../messages/en/shell.ts'
import type { MenuItem, MenuLabel } from '../shared/feature.ts'

export type MenuGroupId = 'start' | keyof typeof shell.groups | 'end'

export interface MenuGroup {
  /** `start` and `end` have no heading. */
  id: MenuGroupId
  items: readonly MenuItem[]
}

/** The groups and their items in the order of the specification (core-console 2). */
const ORDER: readonly { id: MenuGroupId; labels: readonly MenuLabel[] }[] = [
  { id: 'start', labels: ['dashboard'] },
  { id: 'user', labels: ['objectBrowser', 'account'] },
  {
    id: 'admin',
    labels: ['buckets', 'users', 'groups', 'policies', 'accessKeys', 'identityProviders', 'iamBackup', 'settings'],
  },
  { id: 'tools', labels: ['logs', 'watch', 'trace', 'heal', 'diagnostic'] },
  { id: 'operator', labels: ['tenants', 'storage'] },
  { id: 'end', labels: ['license', 'documentation'] },
]

/** The menu items of all features. Loaded with the menu, so that the icons don't weigh on the login page. */
const ITEMS = Object.values(import.meta.glob<MenuItem>('../*/menu-item.ts', { eager: true, import: 'menuItem' }))

/** The groups with the items that the session allows; empty groups are omitted. */
export function menuFor(
  { pages, features }: Pick<Session, 'pages' | 'features'>,
  items: readonly MenuItem[] = ITEMS,
): MenuGroup[] {
  const shown = items.flatMap((item) => {
    const { isGuide, feature } = item
    const page = [item.page, ...(item.otherPages ?? [])].find((one) => isGuide || pages.includes(one))
    return page !== undefined && (feature === undefined || features.includes(feature)) ? [{ ...item, page }] : []
  })
  const groups = ORDER.map(({ id, labels }) => ({
    id,
    items: labels.flatMap((label) => shown.find((item) => item.label === label) ?? []),
  }))
  return groups.filter((group) => group.items.length > 0)
}

/** Whether the side menu is hidden on a page (spec core-console 2). */
export function hidesMenu(path: string): boolean {
  return path === '/metrics' || path.endsWith('/hop')
}

/** Whether the current page belongs to a menu item. */
export function isWithin(path: string, page: string): boolean {
  return path === page || path.startsWith(`${page}/`)
}
