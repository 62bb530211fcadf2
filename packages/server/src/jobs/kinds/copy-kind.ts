import {
  AppError,
  contentsFilter,
  type JobSpec,
  numberedName,
  objectNameProblem,
  reasonText,
  type Text,
} from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import type { ListedObject } from '@cooperage/wire'
import { copyWhole, deleteSource, etagOf, type Failure, headSource, stateOf } from '../../objects/index.ts'
import { inParallel } from '../../shared/in-parallel.ts'
import { affectsAllObjects } from '../../shared/storage-errors.ts'
import type { JobKind, StepResult } from '../job-kind.ts'
import { statementsFor } from '../key-policy.ts'
import { isSameContent } from './is-same-content.ts'
import { currentObjects, planSelection } from './plan-selection.ts'

type CopySpec = Extract<JobSpec, { kind: 'copy' | 'move' }>
type Head = Record<string, string>

/** One object. The recorded state of both sides before the copy shows a repeated step whether the copy was made. */
interface CopyStep {
  source: Pick<ListedObject, 'key' | 'size' | 'etag' | 'lastModified'>
  target: string
  /** The state of the target before the copy; '' if there was none. */
  before: string
  /** The target is there and stays: the source of a move is still deleted if both are folder placeholders. */
  stays?: 'skipped' | 'placeholder'
}

/** Steps of a page: each needs a request for its target. */
const IN_PAGE = 250
const CHECKED_AT_ONCE = 8
/** Numbers to try before giving up on a name. */
const MAX_NUMBER = 100

const FROM = ['s3:GetObject', 's3:GetObjectVersion', 's3:GetObjectTagging']
const TO = ['s3:GetObject', 's3:PutObject', 's3:PutObjectTagging', 's3:AbortMultipartUpload']

/** Copies, and moves: these delete a source that is still what was copied. */
export const copyKind: JobKind<CopySpec, CopyStep> = {
  atOnce: 8,
  check({ bucket, target_bucket: target, units }) {
    for (const unit of units) checkUnit(unit, target === '' || target === bucket)
  },
  statements(spec) {
    const { kind, bucket, units } = spec
    const covered = (side: 'source' | 'target') =>
      units.map((unit) => ({ path: unit[side], recursive: isFolder(unit) }))
    return [
      ...statementsFor(bucket, covered('source'), {
        actions: [...FROM, ...(kind === 'move' ? ['s3:DeleteObject'] : [])],
        listing: ['s3:ListBucket'],
      }),
      ...statementsFor(targetBucketOf(spec), covered('target'), { actions: TO, listing: [] }),
    ]
  },
  async plan(storage, spec, position) {
    const rows = spec.units.map((unit) => ({ path: unit.source, recursive: isFolder(unit), contents: unit.contents }))
    const { ofObject, below } = currentObjects(storage, spec.bucket)
    const planned = await planSelection(rows, position, {
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
    const steps = await stepsOf(storage, spec, found, failures)
    return { steps, next: planned.next, failures }
  },
  async run(storage, spec, step, isRepeated) {
    try {
      return await copy(storage, spec, step, isRepeated)
    } catch (error) {
      if (!(error instanceof AppError) || affectsAllObjects(error)) throw error
      const { key } = step.source
      // Moved or deleted by someone else since it was listed.
      if (spec.kind === 'move' && error.code === 'NoSuchKey') return nothing(0)
      return { ...nothing(0), failures: [{ path: key, message: error.message }] }
    }
  },
}

type Found = Pick<CopyStep, 'source' | 'target'>

/** The steps of a page in their order; what can't be copied becomes a failure. */
async function stepsOf(
  storage: StorageClient,
  spec: CopySpec,
  found: readonly Found[],
  failures: Failure[],
): Promise<CopyStep[]> {
  const steps = new Map<string, CopyStep>()
  // A number that is free for one object could be part of the name of another.
  const taken = new Set(found.map(({ target }) => target))
  const isOneByOne = spec.existing === 'keep_both'
  await inParallel(found, isOneByOne ? 1 : CHECKED_AT_ONCE, async (one) => {
    const { key } = one.source
    try {
      steps.set(key, await stepOf(storage, spec, one, taken))
    } catch (error) {
      if (!(error instanceof AppError) || affectsAllObjects(error)) throw error
      failures.push({ path: key, message: error.message })
    }
  })
  return found.flatMap(({ source }) => steps.get(source.key) ?? [])
}

async function stepOf(
  storage: StorageClient,
  spec: CopySpec,
  { source, target }: Found,
  taken: Set<string>,
): Promise<CopyStep> {
  const { key, size, etag, lastModified } = source
  requireName(target)
  const step: CopyStep = {
    source: { key, size, etag, lastModified },
    target,
    before: await stateAt(storage, spec, target),
  }
  if (step.before === '' || spec.existing === 'overwrite') return step
  if (key.endsWith('/') && size === 0) return { ...step, stays: 'placeholder' }
  if (spec.existing === 'skip') return { ...step, stays: 'skipped' }
  for (let number = 1; spec.existing === 'keep_both' && number <= MAX_NUMBER; number++) {
    const candidate = numberedName(target, number)
    requireName(candidate)
    if (taken.has(candidate) || (await stateAt(storage, spec, candidate)) !== '') continue
    taken.add(candidate)
    return { ...step, target: candidate, before: '' }
  }
  throw new AppError('ObjectExists', { key: target })
}

async function copy(
  storage: StorageClient,
  spec: CopySpec,
  { source: planned, target, before, stays }: CopyStep,
  isRepeated: boolean,
): Promise<StepResult> {
  if (stays === 'skipped') return { ...nothing(0), skipped: 1 }
  const source = { bucket: spec.bucket, key: planned.key }
  const isCopied = stays === 'placeholder' || (isRepeated && (await hasCopy(storage, spec, planned, target, before)))
  if (!isCopied || spec.kind === 'move') {
    const head = await headUnlessMoved(storage, source, isCopied)
    if (head === undefined) return nothing(1, planned.size)
    if (!isCopied) {
      // What is deleted later must be what is copied now.
      const copied = { ...source, etag: etagOf(head) }
      await copyWhole(storage, copied, head, { bucket: targetBucketOf(spec), key: target })
    } else if (!isAsPlanned(head, planned)) {
      throw new AppError('PreconditionFailed', { key: planned.key })
    }
    if (spec.kind === 'move') await deleteSource(storage, source, stateOf(head))
  }
  return nothing(1, planned.size)
}

/**
 * Whether the copy of a repeated step was made: the target is no longer what it was, and has the content of the source.
 * @throws AppError PreconditionFailed if someone else has written the target
 */
async function hasCopy(
  storage: StorageClient,
  spec: CopySpec,
  { size, etag }: CopyStep['source'],
  target: string,
  before: string,
): Promise<boolean> {
  const head = await headAt(storage, spec, target)
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

async function headAt(storage: StorageClient, spec: CopySpec, key: string): Promise<Head | undefined> {
  try {
    return await headSource(storage, { bucket: targetBucketOf(spec), key })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NoSuchKey') throw error
    return undefined
  }
}

async function stateAt(storage: StorageClient, spec: CopySpec, key: string): Promise<string> {
  const head = await headAt(storage, spec, key)
  return head === undefined ? '' : stateOf(head)
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
