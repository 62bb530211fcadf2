import { getSession } from '@cooperage/contract'
import type { QueryClient } from '@tanstack/react-query'
import { belowBase } from '../navigation/navigation.ts'
import { apiQuery } from '../shared/api/use-api.ts'
import type { FirstCall } from '../shared/feature.ts'
import { FEATURES } from './features.ts'

/**
 * Takes what the browser has loaded with the scripts into the cache, so that the first page is drawn with its data instead of
 * before and again. Pages whose addresses have parts read theirs themselves.
 */
export function askFirst(client: QueryClient): void {
  if (!('signedIn' in document.documentElement.dataset)) return
  const path = belowBase(location.pathname)
  const calls: FirstCall[] = FEATURES.flatMap(({ firstCalls }) => firstCalls?.[path] ?? [])
  // The page asks again for what fails, and shows why.
  for (const { route, input } of [{ route: getSession, input: {} }, ...calls]) {
    void client.prefetchQuery(apiQuery(route, input))
  }
}
