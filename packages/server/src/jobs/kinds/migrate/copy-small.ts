import { AppError, type Loss, type ObjectFailure } from '@cooperage/contract'
import type { StorageEndpoint } from '@cooperage/storage-client'
import { isSmallSource, streamWhole } from '../../../objects/index.ts'
import { objectFailureOf } from '../../../shared/object-errors.ts'
import { affectsAllObjects } from '../../../shared/storage-errors.ts'
import type { StepResult } from '../../job-kind.ts'
import { type Both, type KeyOnBoth, keyOnBoth, listAgain, matchKey } from './both-sides.ts'
import { type CopyStep, copyKey, copyStepOf, copyVersion, headIfThere, isListed, readIfThere } from './copy-key.ts'
import type { Listed } from './match.ts'

/** Objects of one step: each step lists its source once more, and a job that is paused waits for its steps. */
const IN_STEP = 8
/** What the listing of a step may have besides. */
const MAX_SPAN = 100

/** Small objects that the target doesn't have, in the order of their keys. */
export interface SmallStep {
  /** What their listing begins after. */
  after: string
  /** How many objects the source has from there to the last of them. */
  span: number
  objects: SmallObject[]
}

interface SmallObject {
  key: string
  source: Listed
}

/** What a page of keys has to copy: small objects that the target lacks together if they may be, all others one by one. */
export function copyStepsOf(
  keys: readonly KeyOnBoth[],
  after: string,
  mayBeTogether: boolean,
): { small: SmallStep[]; single: CopyStep[]; skipped: number } {
  const small: SmallStep[] = []
  const single: CopyStep[] = []
  let skipped = 0
  let open: SmallStep | undefined
  let before = after
  for (const key of keys) {
    const [source] = key.source
    if (open !== undefined && source !== undefined) open.span += 1
    if (mayBeTogether && source !== undefined && key.target.length === 0 && isSmallSource(source)) {
      if (open === undefined) {
        open = { after: before, span: 1, objects: [] }
        small.push(open)
      }
      open.objects.push({ key: key.key, source })
    } else {
      const step = copyStepOf(key)
      if (step === undefined) skipped += key.source.length
      else single.push(step)
    }
    if (open !== undefined && (open.objects.length >= IN_STEP || open.span >= MAX_SPAN)) open = undefined
    before = key.key
  }
  return { small, single, skipped }
}

/**
 * Copies small objects with two requests each, where the target stores one only if it has none of that name. Whether a source was
 * overwritten meanwhile is found in one listing for all of them.
 */
export async function copySmall(
  both: Both,
  { after, span, objects }: SmallStep,
  isRepeated: boolean,
): Promise<StepResult> {
  const result = { done: 0, bytes: 0, skipped: 0, failures: [] as ObjectFailure[], lost: [] as Loss[] }
  const add = ({ done, bytes, skipped, failures, lost = [] }: StepResult) => {
    result.done += done
    result.bytes += bytes
    result.skipped += skipped
    result.failures.push(...failures)
    result.lost.push(...lost)
  }
  const copied: { object: SmallObject; found: StepResult }[] = []
  for (const object of objects) {
    const { key, source } = object
    const one = isRepeated ? undefined : await unlessFailed(key, copyIfAbsent(both, object))
    const found = one ?? (await copyKey(both, { key, missing: [source.id] }, isRepeated))
    add(found)
    if (found.failures.length === 0 && (isRepeated || one?.done === 1)) copied.push({ object, found })
  }
  if (copied.length === 0) return result
  const now = await listAgain(both, after, span)
  for (const { object, found } of copied) {
    if (isSame(now.get(object.key), object.source)) continue
    const again = await unlessFailed(object.key, copyChanged(both, object))
    if (again === undefined) continue
    // An object counts once.
    result.done -= found.done
    result.bytes -= found.bytes
    result.skipped -= found.skipped
    add(again)
  }
  return result
}

const NOTHING: StepResult = { done: 0, bytes: 0, skipped: 0, failures: [] }

/** The failure of a single object is a result. */
async function unlessFailed(key: string, work: Promise<StepResult | undefined>): Promise<StepResult | undefined> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AppError) || affectsAllObjects(error)) throw error
    return { ...NOTHING, failures: [objectFailureOf(key, error)] }
  }
}

/** Undefined if one of the two sides has something else than was listed: then both are listed again. */
async function copyIfAbsent({ source, target }: Both, object: SmallObject): Promise<StepResult | undefined> {
  const { key, source: listed } = object
  const { storage } = target
  const isAbsent = storage.endpoint.honorsIfAbsent === true
  const [read, there] = await Promise.all([
    readIfThere(source, key, listed),
    isAbsent ? undefined : headIfThere(target, key, { id: '' }),
  ])
  if (read?.content === undefined || !isListed(read.head, listed) || there !== undefined) return undefined
  const from = { bucket: source.bucket, key: (source.prefix ?? '') + key }
  const to = { ...target, key: (target.prefix ?? '') + key, isAbsent }
  const { head, content } = read
  try {
    const lost = await streamWhole(source.storage, from, head, to, content)
    await learnCondition(storage.endpoint, async () => {
      await streamWhole(source.storage, from, head, { ...to, isAbsent: true }, content)
    })
    return { ...NOTHING, done: 1, bytes: listed.size, lost }
  } catch (error) {
    if (error instanceof AppError && error.code === 'PreconditionFailed') return undefined
    throw error
  }
}

const beingAsked = new WeakSet<StorageEndpoint>()

/**
 * Finds out whether the target refuses an object that it has: some servers ignore the condition, older releases of MinIO among
 * them. So each is asked to store the same object again. One that does has the same object as before, with versioning once more.
 */
async function learnCondition(endpoint: StorageEndpoint, storeAgain: () => Promise<void>): Promise<void> {
  if (endpoint.honorsIfAbsent !== undefined || beingAsked.has(endpoint)) return
  beingAsked.add(endpoint)
  try {
    await storeAgain()
    endpoint.honorsIfAbsent = false
  } catch (error) {
    if (!(error instanceof AppError) || affectsAllObjects(error)) throw error
    endpoint.honorsIfAbsent = error.code === 'PreconditionFailed'
  } finally {
    beingAsked.delete(endpoint)
  }
}

/**
 * Copies an object again that was overwritten after it was read: the copy of what it was before would pass for newer. What
 * somebody else has written to the target stays.
 */
async function copyChanged(both: Both, { key, source: before }: SmallObject): Promise<StepResult | undefined> {
  const { source, target } = await keyOnBoth(both, key)
  const [now] = source
  const [copy] = target
  if (now === undefined || copy === undefined || isSame(now, before)) return undefined
  const { copies } = await matchKey(both, { key, source: [before], target: [copy] })
  if (copies[0] !== 0) return undefined
  const lost = await copyVersion(both, key, now)
  return lost && { ...NOTHING, done: 1, bytes: now.size, lost: [...lost] }
}

function isSame(one: Listed | undefined, other: Listed): boolean {
  return one !== undefined && one.etag === other.etag && one.size === other.size && one.time === other.time
}
