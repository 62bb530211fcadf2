import { randomUUID } from 'node:crypto'
import {
  AppError,
  type ErrorCode,
  type FolderContents,
  JOB_DAYS,
  type JobAction,
  type JobSpec,
  NAMED_OBJECT_FAILURES,
} from '@cooperage/contract'
import type { StorageClient, Visitor } from '@cooperage/storage-client'
import type { Credentials } from '@cooperage/wire'
import type { FastifyBaseLogger } from 'fastify'
import { inParallel } from '../shared/in-parallel.ts'
import type { Sealer } from '../shared/session/sealer.ts'
import type { JobJournal } from './job-journal.ts'
import { createJobKey, newJobKeys, removeJobKey } from './job-keys.ts'
import type { ItemFailure, JobKind } from './job-kind.ts'
import type { Event, JobState, JobTitle, StoredPage } from './job-record.ts'
import { RateMeter } from './rate-meter.ts'
import { retrySpec } from './retry-spec.ts'

/** Jobs that run at the same time; others are queued. */
const RUNNING = 3
/** Jobs of an account that haven't ended. */
const MAX_OPEN = 20
/** Jobs of an account that have ended, and what they may occupy in the journal. The oldest are removed first, the latest never. */
export const MAX_ENDED = 100
export const MAX_ENDED_BYTES = 16 * 1024 ** 2
/** Between two attempts while the storage server can't be reached. */
const RETRY_MS = 5_000
/** How long running steps may finish when the console stops. */
const CLOSE_GRACE_MS = 1_500
const TRIM_EVERY_MS = 3600_000
const DAY_MS = 24 * 3600_000

export interface RunnerParts {
  journal: JobJournal
  kindOf: (spec: JobSpec) => JobKind
  clientOf: (keys: Credentials, visitor: Visitor | undefined, signal: AbortSignal) => StorageClient
  sealer: Sealer<Credentials>
  now: () => number
  log: FastifyBaseLogger
}

/** A job as it is shown. */
export interface ShownJob extends JobState {
  rate: number
}

/** The run of a job, until it pauses or ends. */
interface Run {
  /** No further step is started. */
  stop: AbortController
  ended: Promise<void>
}

/** What ends when the storage server or its network works again. */
const PASSING = new Set<ErrorCode>(['StorageUnreachable', 'StorageTimeout', 'StorageClockSkew'])
const ENDED = new Set<JobState['status']>(['done', 'stopped', 'canceled'])

/**
 * Runs jobs, several at a time. Everything that the next start needs is in the journal before a step begins, so that a console
 * that is killed continues where it was and repeats nothing that is done.
 */
export class JobRunner {
  readonly #parts: RunnerParts
  readonly #jobs = new Map<string, JobState>()
  readonly #rates = new Map<string, RateMeter>()
  readonly #runs = new Map<string, Run>()
  /** How much jobs had done when they last began to wait. */
  readonly #waitedAt = new Map<string, number>()
  /** Aborts all requests of all jobs. */
  readonly #abort = new AbortController()
  readonly #timers = new Set<NodeJS.Timeout>()
  #loaded: Promise<void> | undefined
  #isClosed = false

  constructor(parts: RunnerParts) {
    this.#parts = parts
  }

  /** Reads the journal, and continues what an earlier console has left. Called at the start, or before the first job. */
  load(): Promise<void> {
    this.#loaded ??= this.#load().catch((error: unknown) => {
      this.#loaded = undefined
      throw error
    })
    return this.#loaded
  }

  /** Creates the key of a job with the visitor's `storage`, and starts the job. @throws AppError */
  async create(owner: string, spec: JobSpec, storage: StorageClient): Promise<ShownJob> {
    const { journal, kindOf, clientOf, sealer, now } = this.#parts
    await this.load()
    const kind = kindOf(spec)
    kind.check(spec)
    const open = this.#all().filter((job) => job.owner === owner && !ENDED.has(job.status))
    if (open.length >= MAX_OPEN) throw new AppError('TooManyJobs', { count: String(open.length) })
    const keys = newJobKeys()
    const job = newJob({ owner, visitor: storage.visitor }, titleOf(spec), now(), await sealer.seal(keys))
    this.#jobs.set(job.id, job)
    try {
      await journal.add(job, spec, [this.#event('created', owner)])
      await createJobKey(storage, keys, { id: job.id, statements: kind.statements(spec), now: now() })
    } catch (error) {
      // Whether the key exists isn't known after an outage.
      await this.#discard(job, clientOf(keys, job.visitor, this.#abort.signal))
      throw error
    }
    job.status = 'queued'
    await journal.save({ state: job })
    this.#startNext()
    return this.#shown(job)
  }

  /** Starts a job of the same owner for the failed items of another that has ended. @throws AppError */
  async retry(id: string, storage: StorageClient): Promise<ShownJob> {
    const { journal } = this.#parts
    await this.load()
    const job = this.#job(id)
    if (!canRetry(job)) throw new AppError('NothingToRetry')
    // Before anything is awaited, so that no second call does the same.
    job.isRetried = true
    try {
      const [{ spec }, { failures }] = await Promise.all([journal.work(id), journal.log(id)])
      const rest = retrySpec(spec, failures)
      if (rest === undefined) throw new AppError('NothingToRetry')
      await journal.save({ state: job })
      const retried = await this.create(job.owner, rest, storage)
      // The limit of ended jobs may have removed it.
      if (this.#jobs.has(id)) await journal.save({ state: job, events: [this.#event('retried', job.owner)] })
      return retried
    } catch (error) {
      job.isRetried = false
      await journal.save({ state: job })
      throw error
    }
  }

  /** All jobs, the latest first. */
  async list(): Promise<ShownJob[]> {
    await this.load()
    return this.#all()
      .map((job) => this.#shown(job))
      .reverse()
  }

  /** Of those that are loaded, by status. */
  counts(): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const { status } of this.#all()) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }

  /** @throws AppError NoSuchJob */
  async get(id: string): Promise<ShownJob> {
    await this.load()
    return this.#shown(this.#job(id))
  }

  async logOf(id: string): ReturnType<JobJournal['log']> {
    return await this.#parts.journal.log(id)
  }

  /** @throws AppError NoSuchJob, JobEnded */
  async control(id: string, action: JobAction, account: string): Promise<ShownJob> {
    await this.load()
    const job = this.#job(id)
    if (ENDED.has(job.status)) throw new AppError('JobEnded')
    if (action === 'resume') {
      if (job.status === 'paused' || job.status === 'waiting') {
        await this.#pauseRun(job)
        await this.#set(job, 'queued', { events: [this.#event('resumed', account)] })
        this.#startNext()
      }
      return this.#shown(job)
    }
    await this.#pauseRun(job)
    // It may have ended with its last step.
    if (ENDED.has(job.status)) return this.#shown(job)
    if (action === 'cancel') await this.#end(job, 'canceled', { account })
    else if (job.status !== 'paused') await this.#set(job, 'paused', { events: [this.#event('paused', account)] })
    this.#startNext()
    return this.#shown(job)
  }

  /** Stops without ending jobs: the next start continues them. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#timers) clearTimeout(timer)
    for (const { stop } of this.#runs.values()) stop.abort()
    const timer = setTimeout(() => this.#abort.abort(), CLOSE_GRACE_MS)
    await Promise.allSettled([...this.#runs.values()].map(({ ended }) => ended))
    clearTimeout(timer)
    this.#abort.abort()
  }

  async #load(): Promise<void> {
    const { journal, log } = this.#parts
    for (const state of await journal.states()) this.#jobs.set(state.id, state)
    await this.#trim()
    this.#every(TRIM_EVERY_MS, () => this.#trim())
    for (const job of this.#all()) {
      if (job.status === 'preparing') void this.#abandon(job)
      else if (ENDED.has(job.status)) void this.#removeKey(job)
      else if (job.status !== 'paused') {
        if (job.status !== 'queued') {
          await journal.save({ state: { ...job, status: 'queued' }, events: [this.#event('restarted')] })
        }
        job.status = 'queued'
        log.info({ job: job.id }, 'a job on the server continues')
      }
    }
    this.#startNext()
  }

  #startNext(): void {
    if (this.#isClosed) return
    for (const job of this.#all()) {
      if (this.#runs.size >= RUNNING) return
      if (job.status === 'queued' && !this.#runs.has(job.id)) this.#start(job)
    }
  }

  #start(job: JobState): void {
    const stop = new AbortController()
    const ended = this.#run(job, stop.signal)
      .catch(async (error: unknown) => {
        this.#parts.log.error({ err: error, job: job.id }, 'a job on the server has failed')
        await this.#end(job, 'stopped', { problem: 'An error occurred in the console. Its log has the details.' })
      })
      .catch((error: unknown) => {
        // The journal can't be written. What was running is checked by the next start.
        job.status = 'stopped'
        job.problem = JOURNAL_FAILED
        this.#parts.log.error({ err: error, job: job.id }, 'the journal of jobs can’t be written')
      })
      .finally(() => {
        this.#runs.delete(job.id)
        this.#rates.delete(job.id)
        this.#startNext()
      })
    this.#runs.set(job.id, { stop, ended })
  }

  /** Until the job ends, waits, or is to stop. */
  async #run(job: JobState, stop: AbortSignal): Promise<void> {
    const { journal, clientOf, sealer, kindOf } = this.#parts
    const keys = await sealer.open(job.sealedKey)
    if (keys === undefined) return await this.#end(job, 'stopped', { problem: UNREADABLE_KEY })
    const storage = clientOf(keys, job.visitor, this.#abort.signal)
    const { spec, page: begun } = await journal.work(job.id)
    const kind = kindOf(spec)
    const isFirst = job.position === '' && begun === undefined
    await this.#set(job, 'running', { events: isFirst ? [this.#event('started')] : [] })
    let page = begun
    let isRepeated = begun !== undefined
    try {
      for (;;) {
        if (page === undefined) {
          if (job.isPlanned) return await this.#end(job, 'done')
          if (stop.aborted) return
          page = await this.#plan(job, kind, spec, storage)
          isRepeated = false
        }
        const left = await this.#do(job, { kind, spec, storage, page, isRepeated }, stop)
        if (left !== undefined) return
        page = undefined
      }
    } catch (error) {
      if (this.#isClosed) return
      await this.#interrupt(job, error)
    }
  }

  async #plan(job: JobState, kind: JobKind, spec: JobSpec, storage: StorageClient): Promise<StoredPage> {
    const { steps, next, failures = [], skipped = 0 } = await kind.plan(storage, spec, job.position)
    job.failed += failures.length
    job.skipped += skipped
    job.isPlanned = next === undefined
    const page = { steps, next }
    await this.#parts.journal.save({ state: job, page, failures })
    return page
  }

  /** Runs the steps of a page, and stores what they have done. Returns the rest of the page if it was stopped. */
  async #do(
    job: JobState,
    work: { kind: JobKind; spec: JobSpec; storage: StorageClient; page: StoredPage; isRepeated: boolean },
    stop: AbortSignal,
  ): Promise<StoredPage | undefined> {
    const { kind, spec, storage, page, isRepeated } = work
    const failures: ItemFailure[] = []
    const finished = new Set<unknown>()
    const rate = this.#rates.get(job.id) ?? new RateMeter(this.#parts.now)
    this.#rates.set(job.id, rate)
    let problem: { error: unknown } | undefined
    try {
      await inParallel(page.steps, kind.atOnce, async (step) => {
        if (stop.aborted) return
        const result = await kind.run(storage, spec, step, isRepeated)
        finished.add(step)
        job.done += result.done
        job.bytes += result.bytes
        job.skipped += result.skipped
        job.failed += result.failures.length
        failures.push(...result.failures)
        rate.add(result.done)
      })
    } catch (error) {
      problem = { error }
    }
    const steps = page.steps.filter((step) => !finished.has(step))
    const left = steps.length > 0 ? { ...page, steps } : undefined
    if (left === undefined && page.next !== undefined) job.position = page.next
    await this.#parts.journal.save({ state: job, page: left ?? null, failures })
    if (problem !== undefined) throw problem.error
    return left
  }

  /** After an error that affects everything. What a restart of the storage server or free space can end is tried again. */
  async #interrupt(job: JobState, error: unknown): Promise<void> {
    if (!(error instanceof AppError)) throw error
    const problem = error.code === 'SessionEnded' ? LOST_KEY : error.message
    if (error.code === 'StorageFull') {
      return await this.#set(job, 'paused', { problem, events: [this.#event('paused', '', problem)] })
    }
    if (!PASSING.has(error.code)) {
      return await this.#end(job, 'stopped', { problem })
    }
    // A further attempt without progress isn't another event.
    const isNews = this.#waitedAt.get(job.id) !== job.done
    this.#waitedAt.set(job.id, job.done)
    await this.#set(job, 'waiting', { problem, events: isNews ? [this.#event('waiting', '', problem)] : [] })
    this.#rates.delete(job.id)
    this.#later(RETRY_MS, () => {
      if (job.status !== 'waiting') return
      job.status = 'queued'
      this.#startNext()
    })
  }

  async #end(
    job: JobState,
    status: 'done' | 'stopped' | 'canceled',
    { problem = '', account = '' }: { problem?: string; account?: string } = {},
  ): Promise<void> {
    job.endedAt = this.#parts.now()
    this.#waitedAt.delete(job.id)
    await this.#set(job, status, { problem, events: [this.#event(status, account, problem)], page: null })
    void this.#removeKey(job)
    await this.#limitEnded(job.owner)
  }

  /** Removes the key of an ended job; one that can't be removed yet is tried again until it has expired. */
  async #removeKey(job: JobState, isRetry = false): Promise<void> {
    if (job.sealedKey === '' || this.#isClosed) return
    const { journal, clientOf, sealer, log } = this.#parts
    try {
      const keys = await sealer.open(job.sealedKey)
      if (keys === undefined)
        log.warn({ job: job.id }, 'the access key of a job can’t be read, and stays until it expires')
      else await removeJobKey(clientOf(keys, job.visitor, this.#abort.signal))
      job.sealedKey = ''
      await journal.save({ state: job })
    } catch (error) {
      if (this.#isClosed) return
      if (!isRetry) log.warn({ err: error, job: job.id }, 'the access key of a job isn’t removed yet')
      this.#later(RETRY_MS, () => void this.#removeKey(job, true))
    }
  }

  /** Of a job that never ran. Its key may exist all the same. */
  async #discard(job: JobState, storage: StorageClient): Promise<void> {
    try {
      await removeJobKey(storage)
      this.#jobs.delete(job.id)
      await this.#parts.journal.remove(job.id)
    } catch (error) {
      this.#parts.log.warn({ err: error, job: job.id }, 'the access key of a job that didn’t start may remain')
      void this.#abandon(job)
    }
  }

  async #abandon(job: JobState): Promise<void> {
    try {
      await this.#end(job, 'stopped', { problem: 'Its access key couldn’t be created. Start the job again.' })
    } catch (error) {
      this.#parts.log.error({ err: error, job: job.id }, 'the journal of jobs can’t be written')
    }
  }

  /** Stops a run after the steps that are running. */
  async #pauseRun(job: JobState): Promise<void> {
    const run = this.#runs.get(job.id)
    run?.stop.abort()
    await run?.ended
  }

  async #set(
    job: JobState,
    status: JobState['status'],
    { problem = '', events = [], page }: { problem?: string; events?: readonly Event[]; page?: null } = {},
  ): Promise<void> {
    job.status = status
    job.problem = problem
    await this.#parts.journal.save({ state: job, events, ...(page === null && { page }) })
  }

  async #limitEnded(owner: string): Promise<void> {
    const { journal } = this.#parts
    const ended = this.#all().filter((job) => job.owner === owner && ENDED.has(job.status))
    const sizes = await journal.sizes(ended.map(({ id }) => id))
    let bytes = 0
    for (const [at, { id }] of ended.sort((a, b) => b.endedAt - a.endedAt).entries()) {
      bytes += sizes.get(id) ?? 0
      if (at === 0 || (at < MAX_ENDED && bytes <= MAX_ENDED_BYTES)) continue
      this.#jobs.delete(id)
      await journal.remove(id)
    }
  }

  /** Deletes jobs that ended long ago, and those above the limits. */
  async #trim(): Promise<void> {
    const oldest = this.#parts.now() - JOB_DAYS * DAY_MS
    for (const job of this.#all()) {
      if (!ENDED.has(job.status) || job.endedAt > oldest || job.sealedKey !== '') continue
      this.#jobs.delete(job.id)
      await this.#parts.journal.remove(job.id)
    }
    for (const owner of new Set(this.#all().map((job) => job.owner))) await this.#limitEnded(owner)
  }

  #every(ms: number, work: () => Promise<void>): void {
    this.#later(ms, () => {
      work()
        .catch((error: unknown) => this.#parts.log.error({ err: error }, 'old jobs can’t be removed'))
        .finally(() => this.#every(ms, work))
    })
  }

  #later(ms: number, work: () => void): void {
    if (this.#isClosed) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, ms).unref()
    this.#timers.add(timer)
  }

  #all(): JobState[] {
    return [...this.#jobs.values()]
  }

  #job(id: string): JobState {
    const job = this.#jobs.get(id)
    if (job === undefined || job.status === 'preparing') throw new AppError('NoSuchJob')
    return job
  }

  #shown(job: JobState): ShownJob {
    return { ...job, rate: job.status === 'running' ? (this.#rates.get(job.id)?.perSecond() ?? 0) : 0 }
  }

  #event(event: Event['event'], account = '', detail = ''): Event {
    return { time: this.#parts.now(), event, account, detail }
  }
}

/** Whether all failures of an ended job are known, and not retried yet. */
export function canRetry({ status, failed, isRetried = false }: JobState): boolean {
  return ENDED.has(status) && failed > 0 && failed <= NAMED_OBJECT_FAILURES && !isRetried
}

const JOURNAL_FAILED = 'The console can’t write its journal of jobs. The job continues when the console is restarted.'
const UNREADABLE_KEY =
  'The console’s secret has changed, so the access key of the job can’t be read. Start the job again.'
const LOST_KEY =
  'The storage server no longer accepts the access key of the job: it was deleted or has expired, or its account was disabled.'

function newJob(
  { owner, visitor }: { owner: string; visitor: Visitor | undefined },
  title: JobTitle,
  now: number,
  sealedKey: string,
): JobState {
  return {
    id: randomUUID(),
    owner,
    ...(visitor && { visitor }),
    createdAt: now,
    title,
    status: 'preparing',
    endedAt: 0,
    problem: '',
    sealedKey,
    position: '',
    isPlanned: false,
    done: 0,
    bytes: 0,
    skipped: 0,
    failed: 0,
  }
}

function titleOf(spec: JobSpec): JobTitle {
  const { kind, bucket } = spec
  if (spec.kind !== 'copy' && spec.kind !== 'move') {
    const at = spec.kind === 'restore' ? spec.at : ''
    return {
      kind,
      bucket,
      first: spec.paths[0]?.path ?? '',
      items: spec.paths.length,
      ...contentsOf(spec.paths),
      targetBucket: '',
      target: '',
      at,
    }
  }
  const { target_bucket: targetBucket, units } = spec
  const { source = '', target = '' } = units[0] ?? {}
  return {
    kind,
    bucket,
    first: source,
    items: units.length,
    ...contentsOf(units),
    targetBucket: targetBucket || bucket,
    target,
    at: '',
  }
}

type JobRow = { recursive?: boolean | undefined; contents?: FolderContents | undefined }

function contentsOf([first]: readonly JobRow[]): Pick<JobTitle, 'contents'> {
  return first?.contents === undefined ? {} : { contents: first.contents }
}
