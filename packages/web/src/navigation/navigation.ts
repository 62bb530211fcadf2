import { type HistoryState, type ParsedLocation, useMatch, useRouter, useRouterState } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Query, SimulatorQuery } from './address.ts'
import { basePath } from './base-path.ts'
import { ownLocations } from './own-location.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On the login page: the page to return to, as a path below the base path. */
    returnTo?: string
    /** On the login page: why the visitor was redirected there. */
    reason?: string
    /** On the login page: why the sign-in at an identity provider failed. */
    failure?: string
    /** On the login page: the console didn't respond, so the session may still be valid. */
    isUnreachable?: boolean
    /** When the login page returned here after a call without a response, in milliseconds since 1970. */
    returnedAt?: number
    /** On the login page: it has just returned to `returnTo`, and a call got no response again. */
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

interface Navigation {
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

/** The tab that the query names, for tabs that aren't separate pages; '' for the first. */
export function useCurrentTab(): string {
  return useQueryValue('tab')
}

/** The object version that the query names; '' for the latest. */
export function useCurrentVersion(): string {
  return useQueryValue('version')
}

/** The rewind time in the query, an ISO time; '' for the present and for an invalid time. */
export function useCurrentRewind(): string {
  const value = useQueryValue('rewind')
  return Number.isNaN(Date.parse(value)) ? '' : new Date(value).toISOString()
}

/** The folder in the query of a bucket's page: ends with a slash; '' for the whole bucket. */
export function useCurrentPrefix(): string {
  const value = useQueryValue('prefix')
  return value === '' || value.endsWith('/') ? value : `${value}/`
}

/** The search text below a folder, or of log search; '' for none. */
export function useCurrentSearch(): string {
  return useQueryValue('search')
}

/** The request that the policy simulator starts with; '' for what the address doesn't name. */
export function useSimulatedRequest(): Record<SimulatorQuery, string> {
  return {
    principal: useQueryValue('principal'),
    name: useQueryValue('name'),
    action: useQueryValue('action'),
    resource: useQueryValue('resource'),
  }
}

/** Whether the address opens the dialog or form that creates something. */
export function useIsAdding(): boolean {
  return useQueryValue('add') !== ''
}

/** The configuration section, and in it the target, that the address names; `isAdding` for a target that doesn't exist yet. */
export function useCurrentConfiguration(): { section: string; target: string; isAdding: boolean } {
  return { section: useQueryValue('section'), target: useQueryValue('target'), isAdding: useQueryValue('add') !== '' }
}

function useQueryValue(name: keyof Query): string {
  return useOwnLocation(({ search }) => search[name] ?? '')
}

/** Path of the page that asks, still percent-encoded: the router's own decoding is ambiguous for some object keys. */
export function useCurrentPath(): string {
  const href = useOwnLocation(({ publicHref }) => publicHref)
  return belowBase(href).split(/[?#]/, 1)[0] ?? '/'
}

/** From the location, because the router's matches change only after the page has loaded, and don't have the encoded path. */
function useOwnLocation(select: (location: ParsedLocation<Query>) => string): string {
  const router = useRouter()
  const routeId = useMatch({ strict: false, shouldThrow: false, select: (match) => match.routeId })
  const [ownOf] = useState(() =>
    ownLocations<ParsedLocation<Query>>(routeId, (pathname) => router.getMatchedRoutes(pathname)[0]),
  )
  return useRouterState({ select: ({ location }) => select(ownOf(location)) })
}
