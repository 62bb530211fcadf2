import type { Session } from '@cooperage/contract'
import {
  IconActivity,
  IconBook,
  IconBucket,
  IconBuildingWarehouse,
  IconCertificate,
  IconEye,
  IconFileText,
  IconFolderOpen,
  IconHeartbeat,
  IconKey,
  IconLayoutDashboard,
  IconServer2,
  IconSettings,
  IconShieldLock,
  IconStethoscope,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react'
import { paths } from '../app/paths.ts'
import type { shell } from '../messages/en/shell.ts'

export type MenuIcon = typeof IconBucket
export type MenuLabel = keyof typeof shell.items
export type MenuGroupId = 'start' | keyof typeof shell.groups | 'end'

export interface MenuItem {
  /** Page of the session that opens the item; also where it leads. */
  page: string
  label: MenuLabel
  icon: MenuIcon
  /** Goes there after `g`. */
  key?: string
  /** Shown whatever the session lists, and opened in a tab of its own. */
  isGuide?: boolean
  /** Means nothing for servers of several drives. */
  isForOneDrive?: boolean
}

export interface MenuGroup {
  /** `start` and `end` stand without a heading. */
  id: MenuGroupId
  items: readonly MenuItem[]
}

/** The side menu, whole (spec core-console 2). What this build has no page for is in no session, and so never shown. */
const MENU: readonly MenuGroup[] = [
  { id: 'start', items: [{ page: '/dashboard', label: 'dashboard', icon: IconLayoutDashboard }] },
  {
    id: 'user',
    items: [
      { page: paths.objectBrowser(), label: 'objectBrowser', icon: IconFolderOpen, key: 'o' },
      { page: '/account', label: 'account', icon: IconKey },
    ],
  },
  {
    id: 'admin',
    items: [
      { page: paths.buckets(), label: 'buckets', icon: IconBucket, key: 'b' },
      { page: '/users', label: 'users', icon: IconUser },
      { page: '/groups', label: 'groups', icon: IconUsersGroup },
      { page: '/policies', label: 'policies', icon: IconShieldLock },
      { page: '/settings', label: 'settings', icon: IconSettings },
    ],
  },
  {
    id: 'tools',
    items: [
      { page: '/logs', label: 'logs', icon: IconFileText },
      { page: '/watch', label: 'watch', icon: IconEye },
      { page: '/trace', label: 'trace', icon: IconActivity },
      { page: '/heal', label: 'heal', icon: IconHeartbeat, isForOneDrive: true },
      { page: '/health-info', label: 'diagnostic', icon: IconStethoscope },
    ],
  },
  {
    id: 'operator',
    items: [
      { page: '/tenants', label: 'tenants', icon: IconBuildingWarehouse },
      { page: '/storage', label: 'storage', icon: IconServer2 },
    ],
  },
  {
    id: 'end',
    items: [
      { page: '/license', label: 'license', icon: IconCertificate },
      { page: paths.documentation(), label: 'documentation', icon: IconBook, isGuide: true },
    ],
  },
]

/** The groups with what the session allows; a group without items is left out. */
export function menuFor({ pages, distributedMode }: Pick<Session, 'pages' | 'distributedMode'>): MenuGroup[] {
  const isShown = ({ page, isGuide, isForOneDrive }: MenuItem) =>
    isGuide || (pages.includes(page) && !(isForOneDrive && distributedMode))
  return MENU.map((group) => ({ ...group, items: group.items.filter(isShown) })).filter(({ items }) => items.length > 0)
}

/** Whether the side menu is hidden on a page (spec core-console 2). */
export function hidesMenu(path: string): boolean {
  return path === '/metrics' || path.endsWith('/hop')
}

/** Whether the page on screen belongs to a menu item. */
export function isWithin(path: string, page: string): boolean {
  return path === page || path.startsWith(`${page}/`)
}
