import type { Route } from '@cooperage/contract'
import type { IconBucket } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { shell } from '../messages/en/shell.ts'

export type MenuIcon = typeof IconBucket
export type MenuGroupId = 'start' | keyof typeof shell.groups | 'end'

/** The menu item of a feature. */
export interface MenuItem {
  /** The name of its text in the messages of the shell. */
  label: keyof typeof shell.menu
  group: MenuGroupId
  /** Items of a group are sorted by it. Numbers have gaps, so that a new item moves no other. */
  position: number
  /** The page that the item opens; the session must list it. */
  page: string
  /** Opened instead by who may not open `page`. */
  otherPages?: readonly string[]
  icon: MenuIcon
  /** After its label; loaded on demand. */
  badge?: ComponentType
  /** Pages that belong to it although their addresses aren't below that of its page. */
  below?: string
  /** Opens it after `g`. */
  key?: string
  /** Shown whatever the session lists, and opened in a new tab. */
  isGuide?: boolean
  /** Shown only if the session has this feature. */
  feature?: string
}

/** A call and its input. */
export interface FirstCall {
  route: Route
  input: { params?: object; query?: object }
}

/**
 * What a feature adds to the console: `feature` of `<feature>/index.ts`. That file also holds what its pages and other features
 * use of it: its permissions, and its dialogs, which are loaded when one is opened first. It is part of the first script, so it
 * imports no page.
 */
export interface Feature {
  /** Pages by the router's pattern of their address. The code of each is loaded when it is first opened. */
  pages: Readonly<Record<string, () => Promise<ComponentType>>>
  /**
   * What pages ask the server first, which browsers load together with the scripts, by patterns of their addresses. In these
   * `$name` is one segment, and a final `$/` any folder, named `$rest`; in what is asked `$name` stands for that part.
   */
  firstCalls?: Readonly<Record<string, readonly FirstCall[]>>
  /** Its pages need no session. */
  isPublic?: boolean
  /** Its pages are part of the guide, which opens in a tab of its own, and aren't loaded ahead. */
  isGuide?: boolean
  /** What is loaded ahead besides the pages, because they don't bring it along (see build/chunks.ts). */
  parts?: readonly (() => Promise<unknown>)[]
  menu?: MenuItem
}
