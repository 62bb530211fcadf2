import { type AccessKind, checkBucketExposure, EXPOSURE_MAX_AGE, EXPOSURE_PAGE } from '@cooperage/contract'
import { useMemo } from 'react'
import { type BatchLoader, createBatchLoader } from '../../shared/api/batch-loader.ts'
import { call } from '../../shared/api/call.ts'

/** The public access to a bucket; `unread` says why it isn't known, and the missing permission if that is the reason. */
export interface Exposure {
  kinds: AccessKind[]
  unread: { reason: 'denied' | 'unreadable' | 'late'; permission: string } | undefined
}

/** `fresh` asks the storage server, `kept` accepts what the console knows. */
export type ExposureLoader = Record<'fresh' | 'kept', BatchLoader<Exposure>>

/** Loads the public access to the buckets on screen. */
export function useExposureLoader(): ExposureLoader {
  return useMemo(() => ({ fresh: loaderOf(0), kept: loaderOf(EXPOSURE_MAX_AGE) }), [])
}

function loaderOf(maxAge: number): BatchLoader<Exposure> {
  const call = (names: string[], signal: AbortSignal) => openKinds(names, maxAge, signal)
  return createBatchLoader({ waitMs: 0, atMost: EXPOSURE_PAGE, call })
}

async function openKinds(names: string[], maxAge: number, signal: AbortSignal): Promise<Exposure[]> {
  const { buckets, unread, left } = await call(
    checkBucketExposure,
    { body: { buckets: names, max_age: maxAge } },
    signal,
  )
  const openings = new Map(buckets.map(({ name, openings }) => [name, openings]))
  const late = left.map((name) => ({ name, reason: 'late' as const, permission: '' }))
  const unknown = new Map([...unread, ...late].map((one) => [one.name, one]))
  return names.map((name) => ({
    kinds: [...new Set(openings.get(name)?.flatMap(({ resources }) => resources.flatMap(({ kinds }) => kinds)))],
    unread: unknown.get(name),
  }))
}
