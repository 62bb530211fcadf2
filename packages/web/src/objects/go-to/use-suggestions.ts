import { listObjects } from '@cooperage/contract'
import { useDebouncedValue } from '@mantine/hooks'
import type { ApiError } from '../../shared/api/api-error.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { useKnownPlaces } from '../use-known-places.ts'
import { typedPath } from './typed-path.ts'

/** Maximum number of suggestions; more would only be scrolled past. */
const SHOWN = 50
/** Debounce: not every typed letter needs a request. */
const ASK_AFTER_MS = 150

export interface Suggestions {
  /** Full paths, each starting with a bucket; folders end with a slash. */
  found: readonly string[]
  hasMore: boolean
  /** Whether the suggestions are for an earlier text. */
  isBusy: boolean
  error: ApiError | null
}

/** The completions of a typed path: buckets, and then what the storage server lists in the folder. */
export function useSuggestions(text: string): Suggestions {
  const { bucket, key } = typedPath(text)
  const known = useKnownPlaces(key === undefined)
  const [debounced] = useDebouncedValue(key === undefined ? '' : `${bucket}/${key}`, ASK_AFTER_MS)
  const parsed = typedPath(debounced)
  const listing = useApiQuery(
    listObjects,
    { params: { bucket: parsed.bucket }, query: { prefix: parsed.key ?? '', limit: SHOWN } },
    { enabled: debounced !== '' && parsed.bucket !== '' },
  )

  if (key === undefined) {
    const all = known.places.filter((place) => place.startsWith(bucket))
    return { found: all.slice(0, SHOWN), hasMore: all.length > SHOWN, isBusy: known.isPending, error: known.error }
  }
  const isBusy = debounced !== `${bucket}/${key}` || listing.isPending
  // The placeholder of the folder is where the user is already.
  const names = isBusy ? [] : (listing.data?.objects ?? []).map(({ name }) => name).filter((name) => name !== key)
  return {
    found: names.map((name) => `${bucket}/${name}`),
    hasMore: !isBusy && listing.data?.next !== undefined,
    isBusy: isBusy && bucket !== '' && !listing.error,
    error: isBusy ? null : listing.error,
  }
}
