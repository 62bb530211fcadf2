import { AppError, failureWords, type Loss } from '@cooperage/contract'
import { deleteObject } from '@cooperage/storage-client'
import { atTarget, type Failure, streamWhole } from '../../../objects/index.ts'
import { affectsAllObjects } from '../../../shared/storage-errors.ts'
import type { StepResult } from '../../job-kind.ts'
import { type Both, headOn, type KeyOnBoth, keyOnBoth, matchKey } from './both-sides.ts'
import { isCopy, type Listed, matchVersions, workOf } from './match.ts'

/** A key with something to copy. */
export interface CopyStep {
  key: string
  /** Both sides as they were planned; absent for a key with very many versions. */
  source?: Listed[]
  target?: Listed[]
  /** The IDs of what wasn't there. A repeated step counts these as done, even if an earlier attempt copied them. */
  missing: string[]
}

/** Above that, the step of a key has no lists, because steps are stored. */
const MAX_LISTED = 1_000

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
  return source.length + target.length > MAX_LISTED ? { key, missing } : { key, source, target, missing }
}

/** Copies what the target lacks of a key, oldest first, because versions get their order from the time when they are stored. */
export async function copyKey(both: Both, step: CopyStep, isRepeated: boolean): Promise<StepResult> {
  const { key, source, target, missing } = step
  const now =
    isRepeated || source === undefined || target === undefined ? await keyOnBoth(both, key) : { key, source, target }
  const match = await matchKey(both, now)
  const work = workOf(now.source, now.target, match)
  const result = { done: 0, bytes: 0, skipped: 0, failures: [] as Failure[], lost: [] as Loss[] }
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
      result.lost.push(...(await copyVersion(both, key, version)))
      isInserted = true
      if (!isThere) add(version)
    } catch (error) {
      if (!(error instanceof AppError) || affectsAllObjects(error)) throw error
      if (!isThere) result.failures.push({ path: key, ...failureWords(error) })
    }
  }
  return result
}

async function copyVersion({ source, target, mode }: Both, key: string, version: Listed): Promise<readonly Loss[]> {
  const to = { ...target, key, hasLock: mode.locks }
  if (version.isMarker) {
    await atTarget(to, 's3:DeleteObject', deleteObject(target.storage, target.bucket, key))
    return []
  }
  const { id } = version
  const from = { bucket: source.bucket, key, ...(id !== '' && { versionId: id }) }
  return await streamWhole(source.storage, from, await headOn(source, key, version), to)
}
