import { checkBucketExposure, EXPOSURE_PAGE, type Exposure } from '@cooperage/contract'
import { useMemo } from 'react'
import { call } from '../../shared/api/call.ts'
import { createNameBatch, type NameBatch } from './name-batch.ts'

const WAIT_MS = 150

/** What is open in a bucket; nothing also where that may not be read: a badge tells what is known. */
export type ExposureBatch = NameBatch<Exposure[]>

/** Asks what the buckets on screen open to everybody. */
export function useExposureBatch(): ExposureBatch {
  return useMemo(() => createNameBatch({ waitMs: WAIT_MS, atMost: EXPOSURE_PAGE, call: openKinds }), [])
}

async function openKinds(names: string[], signal: AbortSignal): Promise<Exposure[][]> {
  const { buckets } = await call(checkBucketExposure, { body: { buckets: names } }, signal)
  const openings = new Map(buckets.map(({ name, openings }) => [name, openings]))
  return names.map((name) => [
    ...new Set(openings.get(name)?.flatMap(({ places }) => places.flatMap(({ kinds }) => kinds))),
  ])
}
