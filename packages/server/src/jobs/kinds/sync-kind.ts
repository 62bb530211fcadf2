import { isDeepStrictEqual } from 'node:util'
import {
  AppError,
  type ObjectFailure,
  objectNameProblem,
  SYNC_DELETIONS,
  type SyncEntry,
  type SyncRunSpec,
} from '@cooperage/contract'
import { Deletion } from '../../objects/index.ts'
import { inParallel } from '../../shared/in-parallel.ts'
import { objectFailureOf } from '../../shared/object-errors.ts'
import { affectsAllObjects } from '../../shared/storage-errors.ts'
import type { JobKind, StepResult } from '../job-kind.ts'
import { statementsFor } from '../key-policy.ts'
import { FROM_HERE, factsOf, TO_OTHER } from './copy-kind.ts'
import {
  type Both,
  bothSides,
  countSource,
  headOn,
  isGone,
  type KeyOnBoth,
  keyOnBoth,
  nextKeys,
  onSide,
  type Side,
} from './migrate/both-sides.ts'
import { copyVersion } from './migrate/copy-key.ts'
import { compareChecksums, isCopy, isDigest, type Listed } from './migrate/match.ts'

/** A key that may differ as it was planned, or keys that only the target has. All are without the prefix of either side. */
type Step =
  | {
      at: 'copy'
      key: string
      /** Of the target before; '' if it had none. */
      before: string
    }
  | { at: 'delete'; keys: string[] }

/** Only current objects, as they are. */
const MODE = { versions: false, locks: false }
const IN_STEP = 100
const CHECKED_AT_ONCE = 8

/**
 * A run of a sync: it lists both sides, copies what the target lacks or has differently, and then deletes what only the target
 * has, if the sync does that. Every step looks at both sides again, so that a repeated one does nothing twice.
 *
 * A run whose source lists nothing stops, unless the target has nothing either. Nothing is deleted if something couldn't be copied: it may be what was renamed. Nor are more
 * objects than were counted with the listings that were copied from, and many of them only after somebody has confirmed it.
 */
export const syncKind: JobKind<SyncRunSpec, Step> = {
  atOnce: 16,
  check() {},
  statements: ({ bucket, prefix }) =>
    statementsFor(bucket, [{ path: prefix, recursive: true }], { actions: FROM_HERE, listing: ['s3:ListBucket'] }),
  otherStatements: ({ target_bucket: bucket, target_prefix: prefix, deletes }) =>
    statementsFor(bucket, [{ path: prefix, recursive: true }], {
      actions: [...TO_OTHER, ...(deletes ? ['s3:DeleteObject'] : [])],
      listing: ['s3:ListBucket'],
    }),
  async plan(sides, spec, position, failed) {
    const { phase, counts, after } = parsed(position)
    const isDeleting = phase === 'delete'
    if (isDeleting && after === '') {
      if (counts.extra === 0 || failed > 0) return { steps: [], next: undefined }
      requireSane(counts, spec.confirmed)
    }
    const { keys, next } = await nextKeys(bothSides(sides, spec, MODE), after)
    if (isDeleting) {
      const extras = keys.filter(({ source }) => source.length === 0).slice(0, counts.extra)
      const rest = { ...counts, extra: counts.extra - extras.length }
      const isOver = next === undefined || rest.extra === 0
      return { steps: deletions(extras), next: isOver ? undefined : written('delete', rest, next) }
    }
    const steps = keys.flatMap(copyStepOf)
    const isBoth = ({ source, target }: KeyOnBoth) => source.length > 0 && target.length > 0
    const sum = {
      source: counts.source + keys.filter(({ source }) => source.length > 0).length,
      target: counts.target + keys.filter(({ target }) => target.length > 0).length,
      extra: counts.extra + keys.filter(({ source }) => source.length === 0).length,
    }
    const skipped = keys.filter(isBoth).length - steps.filter(({ before }) => before !== '').length
    if (next === undefined) requireSource(sum)
    const last = spec.deletes ? written('delete', sum, '') : undefined
    return { steps, skipped, next: next === undefined ? last : written('copy', sum, next) }
  },
  async count(sides, spec, position) {
    const { phase, after } = parsed(position)
    // What only the target has was counted with the listings before.
    if (phase === 'delete') return undefined
    const { count, next } = await countSource(bothSides(sides, spec, MODE), undefined, after)
    return { count, next: next === undefined ? undefined : written('copy', UNCOUNTED, next) }
  },
  async run(sides, spec, step, isRepeated) {
    const both = bothSides(sides, spec, MODE)
    return step.at === 'copy' ? await copyOne(both, step, isRepeated) : await deleteSome(both, step.keys, isRepeated)
  },
}

/** Keys of the source and of the target, and of the target alone. */
export interface SyncCounts {
  source: number
  target: number
  extra: number
}

const UNCOUNTED: SyncCounts = { source: 0, target: 0, extra: 0 }

type Phase = 'copy' | 'delete'

/** A position is the phase, the counts, and the last key: keys may contain colons. */
function written(phase: Phase, { source, target, extra }: SyncCounts, after: string): string {
  return `${phase}:${source},${target},${extra}:${after}`
}

function parsed(position: string): { phase: Phase; counts: SyncCounts; after: string } {
  if (position === '') return { phase: 'copy', counts: UNCOUNTED, after: '' }
  const [phase = '', numbers = ''] = position.split(':', 2)
  const [source = 0, target = 0, extra = 0] = numbers.split(',').map(Number)
  const after = position.slice(phase.length + numbers.length + 2)
  return { phase: phase as Phase, counts: { source, target, extra }, after }
}

/** What a run at this position is doing, and what it has counted. */
export function syncAt(position: string): { phase: Phase; counts: SyncCounts } {
  const { phase, counts } = parsed(position)
  return { phase, counts }
}

/** An empty source of a target that isn't is rather a wrong one, or a missing mount. @throws AppError SyncSourceEmpty */
function requireSource({ source, target }: SyncCounts): void {
  if (source === 0 && target > 0) throw new AppError('SyncSourceEmpty', { total: String(target) })
}

/** @throws AppError SyncDeletesMany */
function requireSane({ target, extra }: SyncCounts, confirmed: number): void {
  if (extra <= Math.max(SYNC_DELETIONS, target / 2, confirmed)) return
  throw new AppError('SyncDeletesMany', { count: String(extra), total: String(target) })
}

function copyStepOf({ key, source: [source], target: [target] }: KeyOnBoth): (Step & { at: 'copy' })[] {
  if (source === undefined) return []
  if (target === undefined) return [{ at: 'copy', key, before: '' }]
  return source.etag !== '' && source.etag === target.etag && source.size === target.size && !isLater(source, target)
    ? []
    : [{ at: 'copy', key, before: stateOf(target) }]
}

/** An object that was written again, perhaps with other metadata, isn't older than its copy. Listings may have whole seconds. */
function isLater(source: Listed, target: Listed): boolean {
  return source.time >= target.time
}

function stateOf({ etag, time, size }: Listed): string {
  return `${etag} ${time} ${size}`
}

function deletions(extras: readonly KeyOnBoth[]): Step[] {
  const steps: Step[] = []
  for (let at = 0; at < extras.length; at += IN_STEP) {
    steps.push({ at: 'delete', keys: extras.slice(at, at + IN_STEP).map(({ key }) => key) })
  }
  return steps
}

async function copyOne(both: Both, { key, before }: Step & { at: 'copy' }, isRepeated: boolean): Promise<StepResult> {
  try {
    const now = await keyOnBoth(both, key)
    const [source] = now.source
    const [target] = now.target
    if (source === undefined) {
      // Deleted since it was listed, or listed wrongly now.
      if (await isGone(both.source, key)) return NOTHING
      throw new AppError('PreconditionFailed', { key })
    }
    const copied = (more: Partial<StepResult> = {}): StepResult => ({
      ...{ done: 1, bytes: source.size, skipped: 0, failures: [] },
      report: { entries: [entry('copied', key)] },
      ...more,
    })
    const same = target === undefined ? false : await isSame(both, key, source, target)
    if (target !== undefined && same !== false) {
      if (isRepeated && stateOf(target) !== before) return copied()
      return { ...NOTHING, skipped: 1, ...(same === undefined && { uncompared: 1 }) }
    }
    const reason = objectNameProblem((both.target.prefix ?? '') + key)
    if (reason !== undefined) throw new AppError('InvalidObjectName', { reason })
    const lost = await copyVersion(both, key, source)
    return lost === undefined ? NOTHING : copied({ lost })
  } catch (error) {
    return { ...NOTHING, failures: [failureOf(error, key)] }
  }
}

/**
 * Whether the target has what the source has; undefined if only their sizes and times say so, which are those of an object that
 * was written again too.
 */
async function isSame(both: Both, key: string, source: Listed, target: Listed): Promise<boolean | undefined> {
  if (isCopy(source, target) === false) return false
  const isEqual = source.etag !== '' && source.etag === target.etag
  if (isEqual && !isLater(source, target)) return true
  try {
    const [here, there] = await Promise.all([headOn(both.source, key, source), headOn(both.target, key, target)])
    if (isLater(source, target) && !isDeepStrictEqual(factsOf(here), factsOf(there))) return false
    const known = isEqual || compareChecksums(here, there)
    if (known !== undefined) return known
    const isPlain = here[ENCRYPTION] === undefined && there[ENCRYPTION] === undefined
    return isPlain && (await areComparable(both, key, source, target)) ? false : undefined
  } catch (error) {
    // What can't be read can't be compared either; copying it says why.
    if (error instanceof AppError && (error.code === 'NoSuchKey' || error.code === 'AccessDenied')) return false
    throw error
  }
}

const ENCRYPTION = 'x-amz-server-side-encryption'

/** Whether the ETags of two objects that aren't encrypted differ only with their bytes: copies keep the parts of their source. */
async function areComparable(both: Both, key: string, source: Listed, target: Listed): Promise<boolean> {
  if (isDigest(source.etag) && isDigest(target.etag)) return true
  const [parts, copied] = [partsOf(source), partsOf(target)]
  // Servers without real ETags give all objects those of one part.
  if (parts < 2 || parts !== copied) return false
  const [length, copiedLength] = await Promise.all([
    partLength(both.source, key, source),
    partLength(both.target, key, target),
  ])
  return length === copiedLength
}

function partsOf({ etag }: Listed): number {
  return Number(/^[0-9a-f]{32}-(\d+)$/.exec(etag)?.[1] ?? 0)
}

async function partLength(side: Side, key: string, version: Listed): Promise<string | undefined> {
  return (await headOn(side, key, version, 1))['content-length']
}

/** Deletes what still only the target has, as the source itself says of each: a listing may have left it out. */
async function deleteSome(both: Both, keys: readonly string[], isRepeated: boolean): Promise<StepResult> {
  const { storage, bucket, prefix = '' } = both.target
  const left: string[] = []
  const gone: string[] = []
  const failures: ObjectFailure[] = []
  await inParallel(keys, CHECKED_AT_ONCE, async (key) => {
    try {
      // Before the listing, which fails if the bucket is missing.
      if (!(await isGone(both.source, key))) return
      const { source, target } = await keyOnBoth(both, key)
      if (source.length > 0) return
      if (target.length > 0) left.push(key)
      // What an earlier attempt has deleted.
      else if (isRepeated) gone.push(key)
    } catch (error) {
      failures.push(failureOf(error, key))
    }
  })
  const deletion = new Deletion(storage, bucket, { allVersions: false, bypassGovernance: false })
  await onSide(both.target, deletion.delete(left.map((key) => ({ key: prefix + key }))))
  const refused = deletion.failures.failed.map((one) => ({ ...one, path: one.path.slice(prefix.length) }))
  const isRefused = new Set(refused.map(({ path }) => path))
  const deleted = [...left.filter((key) => !isRefused.has(key)), ...gone]
  return {
    ...NOTHING,
    deleted: deleted.length,
    failures: [...failures, ...refused],
    report: { entries: deleted.map((key) => entry('deleted', key)) },
  }
}

const NOTHING: StepResult = { done: 0, bytes: 0, skipped: 0, failures: [] }

function entry(kind: SyncEntry['kind'], name: string): SyncEntry {
  return { kind, name }
}

/** @throws an error that affects all objects */
function failureOf(error: unknown, path: string): ObjectFailure {
  if (!(error instanceof AppError) || affectsAllObjects(error)) throw error
  return objectFailureOf(path, error)
}
