import type { Session } from '@cooperage/contract'
import type { Feature, MenuGroupId, MenuItem } from '../shared/feature.ts'

export interface MenuGroup {
  /** `start` and `end` have no heading. */
  id: MenuGroupId
  items: readonly MenuItem[]
}

/** In the order of the specification (core-console 2), as are the positions of the items. */
const GROUPS: readonly MenuGroupId[] = ['start', 'user', 'admin', 'tools', 'operator', 'end']

export const MENU_ITEMS: readonly MenuItem[] = Object.values(
  import.meta.glob<Feature>('../*/index.ts', { eager: true, import: 'feature' }),
).flatMap(({ menu }) => menu ?? [])

/** The groups with the items that the session allows; empty groups are omitted. */
export function menuFor(
  { pages, features }: Pick<Session, 'pages' | 'features'>,
  items: readonly MenuItem[] = MENU_ITEMS,
): MenuGroup[] {
  const shown = items.flatMap((item) => {
    const { isGuide, feature } = item
    const page = [item.page, ...(item.otherPages ?? [])].find((one) => isGuide || pages.includes(one))
    return page !== undefined && (feature === undefined || features.includes(feature)) ? [{ ...item, page }] : []
  })
  const sorted = shown.toSorted((a, b) => a.position - b.position)
  const groups = GROUPS.map((id) => ({ id, items: sorted.filter(({ group }) => group === id) }))
  return groups.filter(({ items }) => items.length > 0)
}

/** Whether the side menu is hidden on a page (spec core-console 2). */
export function hidesMenu(path: string): boolean {
  return path === '/metrics' || path.endsWith('/hop')
}

/** Whether the current page belongs to a menu item. */
export function isWithin(path: string, page: string): boolean {
  return path === page || path.startsWith(`${page}/`)
}
