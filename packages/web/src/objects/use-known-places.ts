import { listBuckets } from '@cooperage/contract'
import { useSession } from '../session/index.ts'
import type { ApiError } from '../shared/api/api-error.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { compareNames } from '../shared/text/intl.ts'

interface KnownPlaces {
  /** Each starts with a bucket and ends with a slash: `photos/`, `photos/2026/`. */
  places: readonly string[]
  isPending: boolean
  /** Why the buckets can't be listed. */
  error: ApiError | null
}

/** The listed buckets, and those that the policies name: the list omits buckets in which only a folder may be used. */
export function useKnownPlaces(isWanted = true): KnownPlaces {
  const session = useSession()
  const query = { names_only: true }
  const { data, isPending, error } = useApiQuery(listBuckets, { query }, { enabled: isWanted })
  const listed = data?.buckets.map(({ name }) => `${name}/`) ?? []
  const named = session?.folders.map(({ bucket, prefix }) => `${bucket}/${prefix}`) ?? []
  return { places: [...new Set([...listed, ...named])].sort(compareNames), isPending, error }
}
