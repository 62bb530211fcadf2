import { type AccessKind, checkBucketExposure, EXPOSURE_MAX_AGE, EXPOSURE_PAGE } from '@cooperage/contract'
import { useMemo } from 'react'
import { type BatchLoader, createBatchLoader } from '../../shared/api/batch-loader.ts'
import { call } from '../../shared/api/call.ts'

/**
 * The public access to a bucket; none also if it may not be read: a badge shows only what is known. `fresh` asks the storage
 * server, `kept` accepts what the console knows.
 */
export type ExposureLoader = Record<'fresh' | 'kept', BatchLoader<AccessKind[]>>

/** Loads the public access to the buckets on screen. */
export function useExposureLoader(): ExposureLoader {
  return useMemo(() => ({ fresh: loaderOf(0), kept: loaderOf(EXPOSURE_MAX_AGE) }), [])
}

function loaderOf(maxAge: number): BatchLoader<AccessKind[]> {
  const call = (names: string[], signal: AbortSignal) => openKinds(names, maxAge, signal)
  return createBatchLoader({ waitMs: 0, atMost: EXPOSURE_PAGE, call })
}

async function openKinds(names: string[], maxAge: number, signal: AbortSignal): Promise<AccessKind[][]> {
  const { buckets } = await call(checkBucketExposure, { body: { buckets: names, max_age: maxAge } }, signal)
  const openings = new Map(buckets.map(({ name, openings }) => [name, openings]))
  return names.map((name) => [
    ...new Set(openings.get(name)?.flatMap(({ resources }) => resources.flatMap(({ kinds }) => kinds))),
  ])
}
