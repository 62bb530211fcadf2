import { LIST_PAGE_LIMIT, listObjects } from '@cooperage/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { type Entry, entriesOf } from '../entry.ts'
import { prefixOfSearch } from './prefix-matches.ts'

/** Nobody means each letter on the way to a word. */
const ASK_AFTER_MS = 300
const NONE: readonly Entry[] = []

/**
 * What begins with the text of a search, asked of the storage while the folder has not been read to its end: what is far
 * down is found without waiting. When it cannot be asked, the reading of the folder says why.
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
