import { type BucketBefore, listBucketsBefore } from '@cooperage/contract'
import { useMemo } from 'react'
import { useApiQuery } from '../../shared/api/use-api.ts'

/** What each bucket held before, to compare it with today; `isKept` is false if nobody keeps samples. */
export interface Growth {
  isKept: boolean
  before: ReadonlyMap<string, BucketBefore>
  /** Why it couldn't be loaded. */
  failure: string | undefined
}

export function useGrowth(isWanted: boolean): Growth {
  const { data, error } = useApiQuery(listBucketsBefore, {}, { enabled: isWanted })
  return useMemo(
    () => ({
      isKept: error !== null || (data !== undefined && data.source !== 'none'),
      before: new Map(data?.buckets.map((bucket) => [bucket.name, bucket])),
      failure: error?.message,
    }),
    [data, error],
  )
}
