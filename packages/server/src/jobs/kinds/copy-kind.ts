import { isDeepStrictEqual } from 'node:util'
import {
  AppError,
  contentsFilter,
  type JobSpec,
  type Loss,
  numberedName,
  type ObjectFailure,
  objectNameProblem,
  reasonText,
  type Text,
} from '@cooperage/contract'
import { headObject, type StorageClient } from '@cooperage/storage-client'
import type { ListedObject } from '@cooperage/wire'
import {
  atTarget,
  copyWhole,
  deleteSource,
  describing,
  etagOf,
  headSource,
  stateOf,
  streamWhole,
} from '../../objects/index.ts'
import { inParallel } from '../../shared/in-parallel.ts'
import { objectFailureOf } from '../../shared/object-errors.ts'
import { affectsAllObjects } from '../../shared/storage-errors.ts'
import type { JobKind, Sides, StepResult } from '../job-kind.ts'
import { statementsFor } from '../key-policy.ts'
import { isSameContent } from './is-same-content.ts'
import { countObjects, currentObjects, planSelection } from './plan-selection.ts'

type CopySpec = Extract<JobSpec, { kind: 'copy' | 'move' | 'copyToServer' | 'moveToServer' }>
type Head = Record<string, string>

/** One object. The recorded state of both sides before the copy shows a repeated step whether the copy was made. */
interface CopyStep {
  source: Pick<ListedObject, 'key' | 'size' | 'etag' | 'lastModified'>
  target: string
  /** The state of the target before the copy; '' if there was none. */
  before: string
  /** The target is there and stays. The source of a move is still deleted, unless it is skipped. */
  stays?: 'skipped' | 'same'
}

/** Steps of a page: each needs a request for its target. */
const IN_PAGE = 250
const CHECKED_AT_ONCE = 8
/** Numbers to try before giving up on a name. */
const MAX_NUMBER = 100

const FROM = ['s3:GetObject', 's3:GetObjectVersion', 's3:GetObjectTagging']
const TO = ['s3:GetObject', 's3:PutObject', 's3:PutObjectTagging', 's3:AbortMultipartUpload']
/** To another server: locks, which the copy doesn't get, are named in the log. */
export const FROM_HERE = [...FROM, 's3:GetObjectRetention', 's3:GetObjectLegalHold']
export const TO_OTHER = [...TO, 's3:GetObjectTagging']

/**
 * Copies, and moves: these delete a source that is still what was copied. To another server the bytes pass through the console,
 * and an object that is there already with the same bytes and metadata isn't sent again.
 */
export const copyKind: JobKind<CopySpec, CopyStep> = {
  atOnce: 8,
  check(spec) {
    const { bucket, target_bucket: target, units } = spec
    for (const unit of units) checkUnit(unit, !('server' in spec) && (target === '' || target === bucket))
  },
  statements(spec) {
    const isAcross = 'server' in spec
    const from = [...(isAcross ? FROM_HERE : FROM), ...(isMove(spec) ? ['s3:DeleteObject'] : [])]
    return [
      ...statementsFor(spec.bucket, coveredBy(spec, 'source'), { actions: from, listing: ['s3:ListBucket'] }),
      ...(isAcross ? [] : statementsFor(targetBucketOf(spec), coveredBy(spec, 'target'), { actions: TO, listing: [] })),
    ]
  },
  otherStatements(spec) {
    // Without permission to list, a missing object can't be told from a forbidden one.
    const listing = ['s3:ListBucket']
    return statementsFor(spec.target_bucket, coveredBy(spec, 'target'), { actions: TO_OTHER, listing })
  },
  async plan(sides, spec, position) {
    const { storage } = sides
    const { ofObject, below } = currentObjects(storage, spec.bucket)
    const planned = await planSelection(rowsOf(spec), position, {
      ofObject,
      async below(path, after) {
        const { items, last } = await below(path, after)
        return items.length > IN_PAGE
          ? { items: items.slice(0, IN_PAGE), last: items[IN_PAGE - 1]?.key }
          : { items, last }
      },
    })
    const failures = [...planned.failures]
    const found = planned.items.map(({ row, item }) => ({ source: item, target: targetOf(spec, row, item.key) }))
    const steps = await stepsOf(sides, spec, found, failures)
    return { steps, next: planned.next, failures }
  },
  count: ({ storage }, spec, position) => countObjects(rowsOf(spec), position, currentObjects(storage, spec.bucket)),
  async run(sides, spec, step, isRepeated) {
    try {
      return await copy(sides, spec, step, isRepeated)
    } catch (error) {
      if (!(error instanceof AppError) || affectsAllObjects(error)) throw error
      const { key } = step.source
      // Moved or deleted by someone else since it was listed.
      if (isMove(spec) && error.code === 'NoSuchKey') return nothing(0)
      return { ...nothing(0), failures: [objectFailureOf(key, error)] }
    }
  },
}

function rowsOf({ units }: CopySpec) {
  return units.map((unit) => ({ path: unit.source, recursive: isFolder(unit), contents: unit.contents }))
}

type Found = Pick<CopyStep, 'source' | 'target'>

/** The steps of a page in their order; what can't be copied becomes a failure. */
async function stepsOf(
  sides: Sides,
  spec: CopySpec,
  found: readonly Found[],
  failures: ObjectFailure[],
): Promise<CopyStep[]> {
  const steps = new Map<string, CopyStep>()
  // A number that is free for one object could be part of the name of another.
  const taken = new Set(found.map(({ target }) => target))
  const isOneByOne = spec.existing === 'keep_both'
  await inParallel(found, isOneByOne ? 1 : CHECKED_AT_ONCE, async (one) => {
    const { key } = one.source
    try {
      steps.set(key, await stepOf(sides, spec, one, taken))
    } catch (error) {
      if (!(error instanceof AppError) || affectsAllObjects(error)) throw error
      failures.push(objectFailureOf(key, error))
    }
  })
  return found.flatMap(({ source }) => steps.get(source.key) ?? [])
}

async function stepOf(sides: Sides, spec: CopySpec, { source, target }: Found, taken: Set<string>): Promise<CopyStep> {
  const { key, size, etag, lastModified } = source
  requireName(target)
  const there = await headAt(sides, spec, target)
  const step: CopyStep = {
    source: { key, size, etag, lastModified },
    target,
    before: there === undefined ? '' : stateOf(there),
  }
  if (there === undefined) return step
  if (sides.other && (await isSame(sides.storage, spec, source, there))) return { ...step, stays: 'same' }
  if (spec.existing === 'overwrite') return step
  if (key.endsWith('/') && size === 0) return { ...step, stays: 'same' }
  if (spec.existing === 'skip') return { ...step, stays: 'skipped' }
  for (let number = 1; spec.existing === 'keep_both' && number <= MAX_NUMBER; number++) {
    const candidate = numberedName(target, number)
    requireName(candidate)
    if (taken.has(candidate) || (await headAt(sides, spec, candidate)) !== undefined) continue
    taken.add(candidate)
    return { ...step, target: candidate, before: '' }
  }
  throw new AppError('ObjectExists', { key: target })
}

/** Whether the other server has an object with the bytes, the metadata and as many tags as the source has. */
async function isSame(
  storage: StorageClient,
  { bucket }: CopySpec,
  { key, size, etag }: CopyStep['source'],
  there: Head,
): Promise<boolean> {
  if (Number(there['content-length']) !== size || etagOf(there) !== etag || etag === '') return false
  const head = await headSource(storage, { bucket, key })
  return isDeepStrictEqual(factsOf(head), factsOf(there)) && etagOf(head) === etag
}

/** What describes an object besides its bytes, and how many tags it has. */
export function factsOf(head: Head) {
  return { described: describing(head), tags: Number(head['x-amz-tagging-count'] ?? 0) }
}

async function copy(
  sides: Sides,
  spec: CopySpec,
  { source: planned, target, before, stays }: CopyStep,
  isRepeated: boolean,
): Promise<StepResult> {
  const { storage, other } = sides
  const isLeft = stays === 'skipped' || (stays === 'same' && other !== undefined && !isMove(spec))
  if (isLeft) return { ...nothing(0), skipped: 1 }
  const source = { bucket: spec.bucket, key: planned.key }
  const isCopied = stays === 'same' || (isRepeated && (await hasCopy(sides, spec, planned, target, before)))
  let lost: readonly Loss[] = []
  if (!isCopied || isMove(spec)) {
    const head = await headUnlessMoved(storage, source, isCopied)
    if (head === undefined) return nothing(1, planned.size)
    if (!isCopied) {
      // What is deleted later must be what is copied now.
      const copied = { ...source, etag: etagOf(head) }
      const to = { bucket: targetBucketOf(spec), key: target }
      if (other) lost = await streamWhole(storage, copied, head, { ...other, ...to })
      else await copyWhole(storage, copied, head, to)
    } else if (!isAsPlanned(head, planned)) {
      throw new AppError('PreconditionFailed', { key: planned.key })
    }
    if (isMove(spec)) await deleteSource(storage, source, stateOf(head))
  }
  return { ...nothing(1, planned.size), lost }
}

/**
 * Whether the copy of a repeated step was made: the target is no longer what it was, and has the content of the source.
 * @throws AppError PreconditionFailed if someone else has written the target
 */
async function hasCopy(
  sides: Sides,
  spec: CopySpec,
  { size, etag }: CopyStep['source'],
  target: string,
  before: string,
): Promise<boolean> {
  const head = await headAt(sides, spec, target)
  if (head === undefined || stateOf(head) === before) return false
  const copied = { size: Number(head['content-length']), etag: etagOf(head) ?? '', headers: head }
  if (isSameContent({ size, etag }, copied)) return true
  throw new AppError('PreconditionFailed', { key: target })
}

/** Undefined if the object no longer exists but its copy does: then the move was complete. */
async function headUnlessMoved(
  storage: StorageClient,
  source: { bucket: string; key: string },
  isCopied: boolean,
): Promise<Head | undefined> {
  try {
    return await headSource(storage, source)
  } catch (error) {
    if (!isCopied || !(error instanceof AppError) || error.code !== 'NoSuchKey') throw error
    return undefined
  }
}

/** Headers have whole seconds. */
function isAsPlanned(head: Head, { size, lastModified }: CopyStep['source']): boolean {
  const isSameTime = Date.parse(head['last-modified'] ?? '') === Math.floor(lastModified / 1000) * 1000
  return isSameTime && Number(head['content-length']) === size
}

async function headAt({ storage, other }: Sides, spec: CopySpec, key: string): Promise<Head | undefined> {
  const target = { bucket: targetBucketOf(spec), key }
  try {
    if (other === undefined) return await headSource(storage, target)
    return await atTarget({ ...other, ...target }, 's3:GetObject', headObject(other.storage, target.bucket, key))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NoSuchKey') throw error
    return undefined
  }
}

function isMove({ kind }: CopySpec): boolean {
  return kind === 'move' || kind === 'moveToServer'
}

function coveredBy({ units, existing }: CopySpec, side: 'source' | 'target') {
  const isNumbered = side === 'target' && existing === 'keep_both'
  return units.map((unit) => {
    const path = unit[side]
    const recursive = isFolder(unit)
    return isNumbered && !recursive ? { path: startOfNumbered(path), recursive: true } : { path, recursive }
  })
}

/** What a name and its numbered ones start with. */
function startOfNumbered(name: string): string {
  const numbered = [...numberedName(name, 1)]
  const letters = [...name]
  const end = letters.findIndex((letter, at) => letter !== numbered[at])
  return letters.slice(0, end < 0 ? letters.length : end).join('')
}

type Unit = CopySpec['units'][number]

function isFolder({ source, contents, recursive = contents !== undefined || source.endsWith('/') }: Unit): boolean {
  return recursive
}

function targetOf({ units }: CopySpec, row: number, key: string): string {
  const { source = '', target = '' } = units[row] ?? {}
  return target + key.slice(source.length)
}

function targetBucketOf({ bucket, target_bucket: target }: CopySpec): string {
  return target === '' ? bucket : target
}

/** @throws AppError InvalidInput, InvalidObjectName */
function checkUnit({ source, target, contents }: Unit, isSameBucket: boolean): void {
  const refuse = (reason: Text) => new AppError('InvalidInput', { reason })
  if (contents === undefined && source.endsWith('/') !== target.endsWith('/')) {
    throw refuse(reasonText('bothObjectsOrFolders'))
  }
  if (isSameBucket && source === target) throw refuse(reasonText('sameTarget'))
  const isWithin =
    contents === undefined
      ? source.endsWith('/')
      : contents.deep || contentsFilter(contents)(target.slice(source.length))
  if (isSameBucket && isWithin && target.startsWith(source)) throw refuse(reasonText('targetInsideFolder'))
  if (target !== '') requireName(target)
}

/** @throws AppError InvalidObjectName */
function requireName(key: string): void {
  const reason = objectNameProblem(key)
  if (reason !== undefined) throw new AppError('InvalidObjectName', { reason })
}

function nothing(done: number, bytes = 0): StepResult {
  return { done, bytes, skipped: 0, failures: [] }
}
