import type { IconBucket } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { shell } from '../messages/en/shell.ts'

export type MenuIcon = typeof IconBucket
export type MenuLabel = keyof typeof shell.items

/** What of the side menu leads to a feature: declared as `menuItem` in `<feature>/menu-item.ts`. */
export interface MenuItem {
  /** Its place in the menu, too: the shell keeps the order of the specification. */
  label: MenuLabel
  /** Page of the session that opens the item; also where it leads. */
  page: string
  icon: MenuIcon
  /** Goes there after `g`. */
  key?: string
  /** Shown whatever the session lists, and opened in a tab of its own. */
  isGuide?: boolean
  /** Means nothing for servers of several drives. */
  isForOneDrive?: boolean
}

/** What a part of the console brings to it: declared in `<feature>/feature.ts`, listed in `app/features.ts`. */
export interface Feature {
  /** Pages by the router's pattern of their address. The code of each is loaded when it is first shown. */
  pages: Readonly<Record<string, () => Promise<ComponentType>>>
  /** Its pages need no session. */
  isPublic?: boolean
  /** What opens on its pages and is loaded apart from them. */
  parts?: readonly (() => Promise<unknown>)[]
}
