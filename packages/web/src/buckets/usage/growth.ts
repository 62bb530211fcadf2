import { type BucketBefore, formatBytes, listBucketsBefore } from '@cooperage/contract'
import { useMemo } from 'react'
import { useApiQuery } from '../../shared/api/use-api.ts'
import type { BucketRow } from '../bucket-rows.ts'

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

/** How much a bucket has grown since; undefined if it wasn't counted then, or isn't now. */
export function grownBy(
  { name, figures }: BucketRow,
  before: ReadonlyMap<string, BucketBefore>,
): { bytes: number; objects: number; since: string } | undefined {
  const then = before.get(name)
  if (figures === undefined || then === undefined) return undefined
  return { bytes: figures.size - then.size, objects: figures.objects - then.objects, since: then.time }
}

/** With a sign: `+1.5 GiB`, `−20 MiB`, `0 B`. */
export function signedBytes(bytes: number): string {
  return `${signOf(bytes)}${formatBytes(Math.abs(bytes))}`
}

export function signOf(value: number): string {
  return value > 0 ? '+' : value < 0 ? '−' : ''
}
