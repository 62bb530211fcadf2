/**
 * How the objects of a bucket travel: between the browser and the storage server, or through the console. Found out by the first
 * transfer, once per bucket: servers have rules for pages of other origins per bucket.
 */
import { type DirectObstacle, findDirectWay } from '@cooperage/contract'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'

/**
 * Why objects travel through the console; '' if they don't:
 * - an obstacle that the console knows
 * - `unreachable`: the browser can't reach the storage server, or may not read its responses
 * - `failed`: it could at first, but the console got through what failed directly
 */
export interface Way {
  origin: string
  obstacle: DirectObstacle | 'unreachable' | 'failed'
}

/** What doesn't respond by then is where it can't be reached. */
const PROBE_TIMEOUT_MS = 4_000

/** Requests that are on their way to the storage server. */
let underWay = 0

/** Sends something to the storage server. */
export async function counted<T>(send: () => Promise<T>): Promise<T> {
  underWay += 1
  try {
    return await send()
  } finally {
    underWay -= 1
  }
}

/** Whether another request may have to wait for the connections of the browser: what isn't answered in time says nothing then. */
export function isBusy(): boolean {
  return underWay > 0
}

const ways = new Map<string, Promise<Way>>()
const listeners = new Set<() => void>()
let latest: Way | undefined

/** Whether objects of this bucket travel directly. If the console doesn't respond, they don't, and it will say why. */
export async function isDirect(bucket: string): Promise<boolean> {
  const known = ways.get(bucket) ?? findWay(bucket)
  ways.set(bucket, known)
  const way = await known
  if (ways.get(bucket) === known) show(way)
  return way.obstacle === ''
}

/** What failed directly got through the console: other transfers of this bucket go that way too. */
export async function directFailed(bucket: string): Promise<void> {
  const way = await ways.get(bucket)
  if (way?.obstacle !== '') return
  const failed: Way = { ...way, obstacle: 'failed' }
  ways.set(bucket, Promise.resolve(failed))
  show(failed)
}

/** Has the next transfer of this bucket find out anew how it travels: why a download failed directly can't be seen. */
export function findWayAgain(bucket: string): void {
  ways.delete(bucket)
}

/** Has the next transfer of this bucket try it directly again: the network may be another one by now. */
export async function tryDirectAgain(bucket: string): Promise<void> {
  const known = ways.get(bucket)
  const way = await known
  const mayChange = way?.obstacle === 'unreachable' || way?.obstacle === 'failed'
  if (mayChange && ways.get(bucket) === known) ways.delete(bucket)
}

/** How the latest transfer travels; undefined before there is one. */
export function useLatestWay(): Way | undefined {
  return useSyncExternalStore(subscribe, () => latest)
}

/** Whether the latest transfer travels directly. */
export function isLatestDirect(): boolean {
  return latest?.obstacle === ''
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(way: Way): void {
  latest = way
  for (const listener of listeners) listener()
}

async function findWay(bucket: string): Promise<Way> {
  try {
    const { origin, obstacle, probe } = await call(findDirectWay, { params: { bucket } })
    if (obstacle !== '') return { origin, obstacle }
    return { origin, obstacle: (await responds(probe)) ? '' : 'unreachable' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    ways.delete(bucket)
    return { origin: '', obstacle: 'failed' }
  }
}

/** Whether the page can read a response of the storage server that accepts the keys. */
async function responds(probe: string): Promise<boolean> {
  try {
    const response = await fetch(probe, {
      // Has the browser ask first, as before an upload.
      headers: { 'content-type': 'application/octet-stream' },
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    })
    return response.ok || (response.status === 403 && (await response.text()).includes('<Code>AccessDenied<'))
  } catch (error) {
    // The browser doesn't say why: there is no route, or no permission for this page.
    return error instanceof DOMException && error.name === 'TimeoutError' && isBusy()
  }
}
