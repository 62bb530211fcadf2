import { AppError, type changeVersions, type RouteBody, type RouteResponse } from '@cooperage/contract'
import { listObjectVersionsPage, type StorageClient } from '@cooperage/storage-client'
import { inParallel } from '../../shared/in-parallel.ts'
import { objectFailureOf } from '../../shared/object-errors.ts'
import { isRetriedByNextCall, PART_MS } from '../../shared/parts.ts'
import { affectsAllObjects, withStorageErrors } from '../../shared/storage-errors.ts'
import { copyWhole } from '../copy/copy-whole.ts'
import { headSource } from '../copy/source-of-copy.ts'
import { Deletion } from '../delete/deletion.ts'
import { FailureList } from '../failure-list.ts'
import { prefixOf, type Selected, walkSelection } from '../selection.ts'
import { versionsOfKey } from '../versions/versions-of-key.ts'
import { goalOf, requirePaths } from './goal.ts'
import { type VersionAction, type VersionGoal, VersionPlan } from './plan.ts'

const COPIES_AT_ONCE = 8
/** Objects that are restored between two checks of the time limit. */
const COPIES_IN_BATCH = 64
/** Selected objects whose versions are listed concurrently. */
const KEYS_IN_BATCH = 64
const KEYS_AT_ONCE = 8
/** Objects that a dry run names: more aren't read by anybody. */
const PLANNED_NAMES = 200

type Request = RouteBody<typeof changeVersions>
type ChangeResponse = RouteResponse<typeof changeVersions>

/** One call: starts at `after`, runs for some seconds, and returns what it did and where the next call resumes. */
export async function changeVersionsPart(
  storage: StorageClient,
  bucket: string,
  request: Request,
  after: string,
  signal: AbortSignal,
): Promise<ChangeResponse> {
  const { paths, change } = request
  requirePaths(paths)
  const asOf = request.as_of === undefined ? Date.now() : Date.parse(request.as_of)
  const goal = await goalOf(storage, bucket, change)
  const work = new VersionsWork(storage, bucket, goal, asOf, request.dry_run)
  const end = performance.now() + PART_MS
  let next: string | undefined = after
  try {
    for await (next of walkSelection(paths, after, work)) if (performance.now() > end) break
    // Nothing is left after the end of the selection.
    if (next === after) next = undefined
  } catch (error) {
    if (next === after || !isRetriedByNextCall(error, signal)) throw error
  }
  return { as_of: new Date(asOf).toISOString(), ...work.response(), ...(next !== undefined && { next }) }
}

/** The work on a selection, and what it has done. */
class VersionsWork {
  readonly inBatch = KEYS_IN_BATCH
  private readonly storage: StorageClient
  private readonly bucket: string
  private readonly goal: VersionGoal
  private readonly asOf: number
  private readonly isDryRun: boolean
  private readonly failures = new FailureList()
  private readonly planned: ChangeResponse['planned'] = []
  private readonly marking: Deletion
  private readonly removing: Deletion
  private readonly counts = {
    objects: 0,
    copied: 0,
    marked: 0,
    removed: 0,
    bytes: 0,
    unchanged: 0,
    newer: 0,
    refused: 0,
  }

  constructor(storage: StorageClient, bucket: string, goal: VersionGoal, asOf: number, isDryRun: boolean) {
    this.storage = storage
    this.bucket = bucket
    this.goal = goal
    this.asOf = asOf
    this.isDryRun = isDryRun
    const bypassGovernance = goal.kind === 'deleteNoncurrent' && goal.bypass
    this.marking = new Deletion(storage, bucket, { allVersions: false, bypassGovernance: false }, this.failures)
    this.removing = new Deletion(storage, bucket, { allVersions: true, bypassGovernance }, this.failures)
  }

  response(): Omit<ChangeResponse, 'as_of' | 'next'> {
    const { failed, alsoFailed } = this.failures
    return { ...this.counts, planned: this.planned, failed, alsoFailed }
  }

  fail(path: string, error: AppError): void {
    this.failures.add(objectFailureOf(path, error))
  }

  async onObjects(rows: readonly Selected[]): Promise<void> {
    const planned = new Map<string, VersionAction[]>()
    await inParallel(rows, KEYS_AT_ONCE, async ({ path }) => {
      const plan = new VersionPlan(this.goal, this.asOf)
      const actions: VersionAction[] = []
      // Read completely before the first deletion: servers differ in where they continue after a deleted version.
      for await (const versions of versionsOfKey(this.storage, this.bucket, path, { withMetadata: true })) {
        for (const version of versions) actions.push(...plan.add(version))
      }
      actions.push(...plan.end())
      planned.set(path, actions)
    })
    await this.perform(rows.flatMap(({ path }) => planned.get(path) ?? []))
  }

  /**
   * A page is worked on only after the next one has arrived, since servers differ in where they continue after a deleted
   * version. For the same reason, and to count nothing twice, it is left only between two keys.
   */
  async *below({ path }: Selected, after: string): AsyncGenerator<string> {
    const prefix = path === '' ? '' : prefixOf(path)
    const list = (keyMarker: string | undefined, versionIdMarker?: string) =>
      withStorageErrors(
        { action: 's3:ListBucketVersions', bucket: this.bucket, key: prefix },
        listObjectVersionsPage(this.storage, this.bucket, { prefix, keyMarker, versionIdMarker, withMetadata: true }),
      )
    const plan = new VersionPlan(this.goal, this.asOf)
    let page = await list(after)
    for (;;) {
      const { isTruncated, nextKeyMarker, nextVersionIdMarker } = page
      const isLast = !isTruncated || nextKeyMarker === undefined
      const following = isLast ? undefined : await list(nextKeyMarker, nextVersionIdMarker)
      const actions = page.versions.flatMap((version) => plan.add(version))
      if (following === undefined) actions.push(...plan.end())
      const open = plan.key
      const ready = actions.filter(({ key }) => key !== open)
      for (let at = 0; at < ready.length; at += this.batchSize()) {
        const batch = ready.slice(at, at + this.batchSize())
        await this.perform(batch)
        const isPageDone = at + batch.length >= ready.length
        const last = batch.at(-1)?.key
        if (!isPageDone && last !== undefined) yield last
      }
      const complete = page.versions.findLast(({ key }) => key !== open)?.key
      if (complete !== undefined) yield complete
      await this.perform(actions.filter(({ key }) => key === open))
      if (following === undefined) return
      page = following
    }
  }

  private batchSize(): number {
    // Only a restore copies, and plans one action for each object. Anything else is done a page at a time.
    return this.goal.kind === 'restore' && !this.isDryRun ? COPIES_IN_BATCH : Number.POSITIVE_INFINITY
  }

  private async perform(actions: readonly VersionAction[]): Promise<void> {
    const copies = actions.filter((action) => action.kind === 'copy')
    const marks = actions.filter((action) => action.kind === 'mark')
    const removals = actions.filter((action) => action.kind === 'remove')
    for (const action of actions) this.count(action)
    this.counts.objects += new Set([...copies, ...marks, ...removals].map(({ key }) => key)).size
    if (this.isDryRun) {
      this.counts.copied += copies.length
      this.counts.marked += marks.length
      this.counts.removed += removals.length
      this.name([...copies, ...marks, ...removals])
      return
    }
    await this.removing.delete(removals.map(({ key, versionId }) => ({ key, versionId })))
    this.counts.removed = this.removing.deleted
    await this.marking.delete(marks.map(({ key }) => ({ key })))
    this.counts.marked = this.marking.deleted
    await inParallel(copies, COPIES_AT_ONCE, ({ key, versionId }) => this.copy(key, versionId))
  }

  /** Each object once, however many of its versions change. */
  private name(changes: readonly Extract<VersionAction, { kind: 'copy' | 'mark' | 'remove' }>[]): void {
    for (const change of changes) {
      const { key, kind } = change
      // The newest delete marker of a key comes last.
      const deleted =
        this.goal.kind === 'undelete' && kind === 'remove'
          ? { deleted_at: new Date(change.lastModified).toISOString() }
          : {}
      const last = this.planned.at(-1)
      if (last?.name === key) Object.assign(last, deleted)
      else if (this.planned.length >= PLANNED_NAMES) return
      else this.planned.push({ name: key, does: kind, ...deleted })
    }
  }

  private count(action: VersionAction): void {
    if (action.kind === 'leave') this.counts[action.reason] += 1
    else if (action.kind === 'refuse') {
      this.counts.refused += 1
      const code = action.reason === 'locked' ? 'ObjectLocked' : 'VersionWouldBeLost'
      this.fail(action.key, new AppError(code, { key: action.key }))
    } else if (action.kind !== 'mark') this.counts.bytes += action.size
  }

  private async copy(key: string, versionId: string): Promise<void> {
    const { storage, bucket } = this
    const source = { bucket, key, versionId }
    try {
      await copyWhole(storage, source, await headSource(storage, source), { bucket, key })
      this.counts.copied += 1
    } catch (error) {
      if (!(error instanceof AppError) || affectsAllObjects(error)) throw error
      this.fail(key, error)
    }
  }
}
