import { type AccessKind, checkBucketExposure, EXPOSURE_PAGE } from '@cooperage/contract'
import { useMemo } from 'react'
import { type BatchLoader, createBatchLoader } from '../../shared/api/batch-loader.ts'
import { call } from '../../shared/api/call.ts'

const WAIT_MS = 150

/** The public access to a bucket; none also if it may not be read: a badge shows only what is known. */
export type ExposureLoader = BatchLoader<AccessKind[]>

/** Loads the public access to the buckets on screen. */
export function useExposureLoader(): ExposureLoader {
  return useMemo(() => createBatchLoader({ waitMs: WAIT_MS, atMost: EXPOSURE_PAGE, call: openKinds }), [])
}

async function openKinds(names: string[], signal: AbortSignal): Promise<AccessKind[][]> {
  const { buckets } = await call(checkBucketExposure, { body: { buckets: names } }, signal)
  const openings = new Map(buckets.map(({ name, openings }) => [name, openings]))
  return names.map((name) => [
    ...new Set(openings.get(name)?.flatMap(({ resources }) => resources.flatMap(({ kinds }) => kinds))),
  ])
}
