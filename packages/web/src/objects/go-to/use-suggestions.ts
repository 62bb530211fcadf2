import { listObjects } from '@cooperage/contract'
import { useDebouncedValue } from '@mantine/hooks'
import type { ApiError } from '../../shared/api/api-error.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { useKnownPlaces } from '../use-known-places.ts'
import { typedPath } from './typed-path.ts'

/** Suggestions at once; more would only be scrolled past. */
const SHOWN = 50
/** Nobody means each letter on the way to a name. */
const ASK_AFTER_MS = 150

export interface Suggestions {
  /** Whole paths, each beginning with a bucket; what can hold more ends in a slash. */
  found: readonly string[]
  hasMore: boolean
  /** Whether `found` is not for what is typed now. */
  isBusy: boolean
  error: ApiError | null
}

/** What a typed path can go on with: buckets, and then what the storage lists below the folder. */
export function useSuggestions(text: string): Suggestions {
  const { bucket, key } = typedPath(text)
  const known = useKnownPlaces(key === undefined)
  const [asked] = useDebouncedValue(key === undefined ? '' : `${bucket}/${key}`, ASK_AFTER_MS)
  const place = typedPath(asked)
  const listing = useApiQuery(
    listObjects,
    { params: { bucket: place.bucket }, query: { prefix: place.key ?? '', limit: SHOWN } },
    { enabled: asked !== '' && place.bucket !== '' },
  )

  if (key === undefined) {
    const all = known.places.filter((place) => place.startsWith(bucket))
    return { found: all.slice(0, SHOWN), hasMore: all.length > SHOWN, isBusy: known.isPending, error: known.error }
  }
  const isBusy = asked !== `${bucket}/${key}` || listing.isPending
  // The folder's own marker is where one is already.
  const names = isBusy ? [] : (listing.data?.objects ?? []).map(({ name }) => name).filter((name) => name !== key)
  return {
    found: names.map((name) => `${bucket}/${name}`),
    hasMore: !isBusy && listing.data?.next !== undefined,
    isBusy: isBusy && bucket !== '' && !listing.error,
    error: isBusy ? null : listing.error,
  }
}
