import { type HistoryState, useRouter, useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Query } from './address.ts'
import { basePath } from './base-path.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On the login page: where the visitor was, as a path below the base path. */
    returnTo?: string
    /** On the login page: why the visitor was sent there. */
    reason?: string
    /** On the login page: the console did not answer, and the session may well be alive. */
    isUnreachable?: boolean
    /** When the login page returned here after a call got no answer, in milliseconds since 1970. */
    returnedAt?: number
    /** On the login page: it has returned to `returnTo` just now, and a call got no answer again. */
    isRepeated?: boolean
  }
}

/** The address inside the document's base path, still percent-encoded: '/object-browser/photos/a%20b/?x=1'. */
export function belowBase(href: string): string {
  const base = basePath()
  const path = href.startsWith(base) ? href.slice(base.length) : href.slice(1)
  return `/${path}`
}

/** A path of `paths/` as the browser shows it. */
export function withBase(path: string): string {
  return basePath() + path.slice(1)
}

export interface Navigation {
  push: (path: string) => void
  replace: (path: string, state?: HistoryState) => void
}

export function useNavigation(): Navigation {
  const { history } = useRouter()
  return useMemo(
    () => ({
      push: (path) => history.push(withBase(path)),
      replace: (path, state) => history.replace(withBase(path), state),
    }),
    [history],
  )
}

/** The part of a page that its address asks for, of those that are no pages of their own; '' for the first. */
export function useCurrentTab(): string {
  return useQueryValue('tab')
}

/** The version of an object that the address names; '' for the latest. */
export function useCurrentVersion(): string {
  return useQueryValue('version')
}

/** The moment as of which the address shows a bucket, an ISO time; '' for now and for what is no time. */
export function useCurrentRewind(): string {
  const value = useQueryValue('rewind')
  return Number.isNaN(Date.parse(value)) ? '' : new Date(value).toISOString()
}

/** What the address searches for below a folder; '' for none. */
export function useCurrentSearch(): string {
  return useQueryValue('search')
}

/** From the location, as the path is: the search of the router's matches follows it only when the page has loaded. */
function useQueryValue(name: keyof Query): string {
  return useRouterState({ select: (state) => state.location.search[name] ?? '' })
}

/** Path of the page on screen, still percent-encoded: the router's own decoding cannot tell every object key apart. */
export function useCurrentPath(): string {
  const href = useRouterState({ select: (state) => state.location.publicHref })
  return belowBase(href).split(/[?#]/, 1)[0] ?? '/'
}
