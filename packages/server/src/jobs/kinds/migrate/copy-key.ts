import { AppError, type Loss, type ObjectFailure } from '@cooperage/contract'
import { deleteObject, deleteObjects, type StorageClient, StorageError } from '@cooperage/storage-client'
import {
  atTarget,
  ByteBudget,
  etagOf,
  isSmallSource,
  type ReadSource,
  readSmallSource,
  stateOf,
  streamWhole,
} from '../../../objects/index.ts'
import { objectFailureOf } from '../../../shared/object-errors.ts'
import { affectsAllObjects } from '../../../shared/storage-errors.ts'
import type { StepResult } from '../../job-kind.ts'
import { type Both, headOn, type KeyOnBoth, keyOnBoth, matchKey, onSide, type Side } from './both-sides.ts'
import { isCopy, type Listed, matchVersions, workOf } from './match.ts'

type Head = Record<string, string>

/** A key with something to copy. */
export interface CopyStep {
  key: string
  /** Both sides as they were planned; absent for a key with very many versions. */
  source?: Listed[]
  target?: Listed[]
  /**
   * The IDs of what wasn't there. A repeated step counts these as done, even if an earlier attempt copied them. Empty for a key
   * with very many versions.
   */
  missing: string[]
}

/** Above that, the step of a key has no lists, because steps are stored. */
const MAX_LISTED = 1_000
/** How often an object is copied that is overwritten while its bytes are on their way. */
const ATTEMPTS = 3
/** How many objects that aren't small a job streams at a time: each has buffers on both sides, and up to four parts. */
const STREAMS = 16
const streams = new WeakMap<StorageClient, ByteBudget>()

/** Undefined if everything is there. */
export function copyStepOf({ key, source, target }: KeyOnBoth): CopyStep | undefined {
  if (source.length === 0) return undefined
  const isSame = (s: number, t: number) => {
    const [one, other] = [source[s], target[t]]
    return one !== undefined && other !== undefined && isCopy(one, other) === true
  }
  const match = matchVersions(source, target, isSame)
  if (workOf(source, target, match).kind === 'nothing') return undefined
  const missing = source.filter((_, at) => match.copies[at] === -1).map(({ id }) => id)
  return source.length + target.length > MAX_LISTED ? { key, missing: [] } : { key, source, target, missing }
}

/** Copies what the target lacks of a key, oldest first, because versions get their order from the time when they are stored. */
export async function copyKey(both: Both, step: CopyStep, isRepeated: boolean): Promise<StepResult> {
  const { key, source, target, missing } = step
  const planned = isRepeated || source === undefined || target === undefined ? undefined : { key, source, target }
  // Without versions, a copy replaces what applications may have written at the target since the step was planned.
  const read = planned && !both.mode.versions ? await readIfAsPlanned(both, planned) : undefined
  const now = planned && (both.mode.versions || read) ? planned : await keyOnBoth(both, key)
  const match = await matchKey(both, now)
  const work = workOf(now.source, now.target, match)
  const result = { done: 0, bytes: 0, skipped: 0, failures: [] as ObjectFailure[], lost: [] as Loss[] }
  const isMissing = new Set(missing)
  const add = ({ id, size }: Listed) => {
    result.done += 1
    result.bytes += size
    isMissing.delete(id)
  }
  if (work.kind === 'newer') return { ...result, skipped: now.source.length }
  let isInserted = false
  for (const [at, version] of now.source.entries()) {
    const isThere = match.copies[at] !== -1
    if (isThere) {
      if (isRepeated && isMissing.has(version.id)) add(version)
      else result.skipped += 1
    }
    const isAgain = isThere && (isInserted || (work.kind === 'copy' && at >= work.from && !match.copies.includes(-1)))
    if (isThere && !isAgain) continue
    try {
      const isOnMarker = now.source[at - 1]?.isMarker === true
      const lost = version.isMarker
        ? await copyMarker(both, key, isOnMarker)
        : await copyVersion(both, key, version, read)
      if (lost === undefined) {
        result.skipped += 1
        continue
      }
      result.lost.push(...lost)
      isInserted = true
      if (!isThere) add(version)
    } catch (error) {
      if (!(error instanceof AppError) || affectsAllObjects(error)) throw error
      if (!isThere) result.failures.push(objectFailureOf(key, error))
    }
  }
  return result
}

/**
 * The source, if both sides have what was listed: two requests for one object cost a fraction of two listings. Undefined if that
 * isn't so, or can't be told.
 */
async function readIfAsPlanned(both: Both, { key, source, target }: KeyOnBoth): Promise<ReadSource | undefined> {
  try {
    const [here, there] = await Promise.all([
      source[0] && readIfThere(both.source, key, source[0]),
      headIfThere(both.target, key, { id: '' }),
    ])
    return isListed(here?.head, source[0]) && isListed(there, target[0]) ? here : undefined
  } catch (error) {
    if (!(error instanceof AppError) || affectsAllObjects(error)) throw error
    return undefined
  }
}

/** Headers have whole seconds. */
export function isListed(head: Head | undefined, listed: Listed | undefined): boolean {
  if (head === undefined || listed === undefined) return head === undefined && listed === undefined
  const isSameTime = Date.parse(head['last-modified'] ?? '') === Math.floor(listed.time / 1000) * 1000
  return isSameTime && etagOf(head) === listed.etag && Number(head['content-length']) === listed.size
}

/** DeleteObjects stores another delete marker on top of one; DeleteObject may leave the one that is there. */
async function copyMarker({ target }: Both, key: string, isOnMarker: boolean): Promise<readonly Loss[]> {
  const { storage, bucket } = target
  const to = { ...target, key: (target.prefix ?? '') + key }
  const marking = isOnMarker
    ? deleteObjects(storage, bucket, [{ key: to.key }]).then(([refused]) => {
        if (refused === undefined) return
        const { message, code, requestId } = refused
        throw new StorageError('refused', message, { code, requestId })
      })
    : deleteObject(storage, bucket, to.key)
  await atTarget(to, 's3:DeleteObject', marking)
  return []
}

/** `known` is what was just read of it. Undefined if the source doesn't have it any more. @throws AppError PreconditionFailed if it changes all the time */
export async function copyVersion(
  { source, target, mode }: Both,
  key: string,
  version: Listed,
  known?: ReadSource,
): Promise<readonly Loss[] | undefined> {
  const to = { ...target, key: (target.prefix ?? '') + key, hasLock: mode.locks }
  const { id } = version
  const from = { bucket: source.bucket, key: (source.prefix ?? '') + key, ...(id !== '' && { versionId: id }) }
  let read = known ?? (await readIfThere(source, key, version))
  if (read === undefined) return undefined
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { head, content } = read
    const streaming = () => streamWhole(source.storage, from, head, to, content)
    const lost = await (content === undefined ? inTurn(source.storage, streaming) : streaming())
    // Only these can be overwritten. The copy of what was there before would pass for newer than what is there now.
    if (id !== '' && id !== 'null') return lost
    const now = await headIfThere(source, key, version)
    if (now === undefined || stateOf(now) === stateOf(head)) return lost
    read = { head: now }
  }
  throw new AppError('PreconditionFailed', { key })
}

/** Waits while too many larger objects of the job are on their way. */
export async function inTurn<T>(storage: StorageClient, work: () => Promise<T>): Promise<T> {
  const budget = streams.get(storage) ?? new ByteBudget(STREAMS)
  streams.set(storage, budget)
  const release = await budget.take(1, storage.signal ?? new AbortController().signal)
  return await work().finally(release)
}

/** The headers of a version, and, of a small one, its bytes: one request instead of two. */
export async function readIfThere(side: Side, key: string, version: Listed): Promise<ReadSource | undefined> {
  if (!isSmallSource(version)) return await headIfThere(side, key, version).then((head) => head && { head })
  const { storage, bucket, prefix = '' } = side
  const source = { bucket, key: prefix + key, ...(version.id !== '' && { versionId: version.id }) }
  return await unlessGone(onSide(side, readSmallSource(storage, source)))
}

export async function headIfThere(side: Side, key: string, version: Pick<Listed, 'id'>): Promise<Head | undefined> {
  return await unlessGone(headOn(side, key, version))
}

async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof AppError && error.code === 'NoSuchKey') return undefined
    throw error
  }
}
