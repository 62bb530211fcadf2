import { IconBucket, IconFolderOpen } from '@tabler/icons-react'
import { paths } from '../app/paths.ts'

export interface MenuItem {
  /** Page of the session that opens the item; also where it leads. */
  page: string
  label: 'objectBrowser' | 'buckets'
  icon: typeof IconBucket
}

export interface MenuGroup {
  id: 'user' | 'admin'
  items: readonly MenuItem[]
}

/** The side menu (spec core-console 2), as far as this build has the pages. */
const MENU: readonly MenuGroup[] = [
  { id: 'user', items: [{ page: paths.objectBrowser(), label: 'objectBrowser', icon: IconFolderOpen }] },
  { id: 'admin', items: [{ page: paths.buckets(), label: 'buckets', icon: IconBucket }] },
]

/** The groups with what the session allows; a group without items is left out. */
export function menuFor(pages: readonly string[]): MenuGroup[] {
  return MENU.map((group) => ({ ...group, items: group.items.filter((item) => pages.includes(item.page)) })).filter(
    (group) => group.items.length > 0,
  )
}

/** Whether the side menu is hidden on a page (spec core-console 2). */
export function hidesMenu(path: string): boolean {
  return path === '/metrics' || path.endsWith('/hop')
}

/** Whether the page on screen belongs to a menu item. */
export function isWithin(path: string, page: string): boolean {
  return path === page || path.startsWith(`${page}/`)
}
