import { type AccessKeyEntry, listUserKeys } from '@cooperage/contract'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { ApiError } from '../shared/api/api-error.ts'
import { apiQuery } from '../shared/api/use-api.ts'

const FRESH_MS = 60_000

/**
 * What the lists of these users say of their keys, by access key. Storage servers encrypt each of these lists, which takes them
 * a while, so a page requests only those that it shows.
 */
export function useOwnerLists(owners: readonly string[]): {
  details: ReadonlyMap<string, AccessKeyEntry>
  isReading: boolean
} {
  return useQueries({
    queries: owners.map((name) => ({ ...apiQuery(listUserKeys, { query: { name } }), staleTime: FRESH_MS })),
    combine,
  })
}

function combine(lists: readonly UseQueryResult<AccessKeyEntry[], ApiError>[]) {
  const keys = lists.flatMap(({ data = [] }) => data)
  return {
    details: new Map(keys.map((key) => [key.accessKey, key])),
    isReading: lists.some(({ isFetching }) => isFetching),
  }
}
