import { LIST_PAGE_LIMIT, listObjects } from '@cooperage/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { type Entry, entriesOf } from '../entry.ts'
import { prefixOfSearch } from './prefix-matches.ts'

/** Debounce: not every typed letter needs a request. */
const ASK_AFTER_MS = 300
const NONE: readonly Entry[] = []

/**
 * Names that start with the search text, requested from the storage server while the folder isn't completely loaded: distant
 * matches are found without waiting. If the request fails, the listing of the folder reports why.
 */
export function usePrefixMatches(
  bucket: string,
  prefix: string,
  search: string,
  isComplete: boolean,
): readonly Entry[] {
  const [settled] = useDebouncedValue(search, ASK_AFTER_MS)
  const text = prefixOfSearch(settled)
  const isWanted = !isComplete && text !== '' && text === search
  const { data } = useApiQuery(
    listObjects,
    { params: { bucket }, query: { prefix: prefix + text, limit: LIST_PAGE_LIMIT } },
    { enabled: isWanted },
  )
  return useMemo(() => (data && isWanted ? entriesOf(data.objects, prefix) : NONE), [data, isWanted, prefix])
}
