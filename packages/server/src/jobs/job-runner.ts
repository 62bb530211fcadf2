import { randomUUID } from 'node:crypto'
import {
  AppError,
  detailText,
  type ErrorCode,
  errorText,
  type FailureText,
  type FolderContents,
  JOB_DAYS,
  type JobAction,
  type JobSpec,
  NAMED_OBJECT_FAILURES,
  type ReportCounts,
  type ReportEntry,
  SYNC_RUNS,
  type SyncEntry,
  type SyncRunSpec,
  type ToServerSpec,
} from '@cooperage/contract'
import type { StorageClient, Visitor } from '@cooperage/storage-client'
import type { FastifyBaseLogger } from 'fastify'
import { newConsoleKeys } from '../shared/console-keys.ts'
import { inParallel } from '../shared/in-parallel.ts'
import {
  type JobAccess,
  type JobSide,
  type OtherServers,
  overlaps,
  type Permit,
  type Writing,
} from '../shared/other-servers.ts'
import type { Session } from '../shared/session/sealed-session.ts'
import { CountAhead, type CountedItems } from './count-ahead.ts'
import type { JobJournal } from './job-journal.ts'
import { createJobKey, removeSealedKey } from './job-keys.ts'
import type { ItemFailure, JobKind, ReportPart, Sides, Statement } from './job-kind.ts'
import type { Event, JobState, JobTitle, StoredPage } from './job-record.ts'
import { RateMeter } from './rate-meter.ts'
import { retrySpec } from './retry-spec.ts'

/** Jobs that run at the same time; others are queued. */
const RUNNING = 3
/** Of these, runs of syncs: nobody waits for them, and other jobs find a place. */
const RUNNING_SYNCS = 2
/** Jobs of an account that haven't ended. A migration has one for each bucket. */
const MAX_OPEN = 20
const MAX_OPEN_MIGRATIONS = 500
/** Jobs of an account that have ended, and what they may occupy in the journal. The oldest are removed first, the latest never. */
export const MAX_ENDED = 100
export const MAX_ENDED_BYTES = 16 * 1024 ** 2
/** The same of migrations, whose reports are kept until they are too old, as the guide promises. */
export const MAX_ENDED_MIGRATIONS = 500
export const MAX_ENDED_MIGRATION_BYTES = 256 * 1024 ** 2
/** What the runs of a sync may occupy; there are at most SYNC_RUNS. */
const MAX_ENDED_SYNC_BYTES = 16 * 1024 ** 2
/** Between two attempts while the storage server can't be reached. */
const RETRY_MS = 5_000
/** How long running steps may finish when the console stops. */
const CLOSE_GRACE_MS = 1_500
const TRIM_EVERY_MS = 3600_000
const DAY_MS = 24 * 3600_000

interface RunnerParts {
  journal: JobJournal
  kindOf: (spec: JobSpec) => JobKind
  /** The storage server of this console. */
  here: JobSide
  /** Undefined if there are no others. */
  others: OtherServers | undefined
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
const PASSING = new Set<ErrorCode>([
  'StorageUnreachable',
  'StorageTimeout',
  'OtherServerUnreachable',
  'ServerConsoleFailed',
  'StorageClockSkew',
  'ConsoleStoreUnavailable',
])
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
  readonly #forgetWriter: (() => void) | undefined

  constructor(parts: RunnerParts) {
    this.#parts = parts
    this.#forgetWriter = parts.others?.addWriter(() => this.#migrations())
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
    const { here, now, kindOf } = this.#parts
    await this.#prepare(owner, spec)
    const keys = newConsoleKeys('JOB')
    const job = newJob({ owner, visitor: storage.visitor }, titleOf(spec), now(), await here.seal(keys))
    return await this.#begin(job, spec, async () => {
      await createJobKey(storage, keys, { id: job.id, statements: kindOf(spec).statements(spec), now: now() })
    })
  }

  /**
   * Starts a job that writes to another storage server, with a key there too. Where a server has no keys for jobs, it gets those
   * of the session there. @throws AppError
   */
  async createToServer(
    owner: string,
    spec: ToServerSpec,
    from: { storage: StorageClient; session: Session },
    permit: Permit,
  ): Promise<ShownJob> {
    const { here, others, now, kindOf } = this.#parts
    await this.#prepare(owner, spec)
    const there = await others?.side(permit.server)
    if (there === undefined) throw new AppError('CopyNotPermitted', { server: permit.server })
    const [keys, otherKeys] = [newConsoleKeys('JOB'), newConsoleKeys('JOB')]
    const title = { ...titleOf(spec), server: { name: permit.server, title: there.title } }
    const job = newJob({ owner, visitor: from.storage.visitor }, title, now(), await here.seal(keys))
    job.sealedOtherKey = await there.seal(otherKeys)
    const kind = kindOf(spec)
    const other = { storage: permit.storageOf(this.#abort.signal), session: permit.session }
    const access = async (
      side: JobSide,
      { storage, session }: typeof from,
      own: JobAccess,
      statements: Statement[],
    ) => {
      try {
        await createJobKey(storage, own, { id: job.id, statements, now: now() })
        return await side.seal(own)
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'JobKeyRefused') throw error
        job.endsWithSession = true
        return await side.seal(accessOf(session, storage))
      }
    }
    return await this.#begin(job, spec, async () => {
      job.sealedKey = await access(here, from, keys, kind.statements(spec))
      const statements = kind.otherStatements?.(spec) ?? []
      job.sealedOtherKey = await access(there, other, otherKeys, statements).catch((error: unknown) => {
        throw ofOther(error, there.title)
      })
    })
  }

  /** Starts a run of a sync with the keys of that, unless one hasn't ended. */
  async startRun(sync: SyncToRun, spec: SyncRunSpec): Promise<void> {
    const { journal, now } = this.#parts
    await this.load()
    if (this.runsOf(sync.id).some(isOpen)) return
    const title = { ...titleOf(spec), server: sync.server }
    const job = newJob(sync, title, now(), sync.keys.here)
    Object.assign(job, { sync: sync.id, sealedOtherKey: sync.keys.there, status: 'queued' })
    this.#jobs.set(job.id, job)
    try {
      await journal.add(job, spec, [this.#event('created', job.owner)])
    } catch (error) {
      this.#jobs.delete(job.id)
      throw error
    }
    this.#startNext()
  }

  /** The runs of a sync that are kept, the latest first. */
  runsOf(sync: string): ShownJob[] {
    return this.#all()
      .filter((job) => job.sync === sync)
      .map((job) => this.#shown(job))
      .reverse()
  }

  /** Cancels the run of a sync that hasn't ended, if there is one. */
  async cancelRun(sync: string, account: string): Promise<void> {
    const run = this.runsOf(sync).find(isOpen)
    if (run !== undefined) await this.control(run.id, 'cancel', account)
  }

  /** Removes the runs of a sync that is deleted. */
  async forgetRuns(sync: string): Promise<void> {
    for (const { id } of this.runsOf(sync)) {
      this.#jobs.delete(id)
      await this.#parts.journal.remove(id)
    }
  }

  async #prepare(owner: string, spec: JobSpec): Promise<void> {
    await this.load()
    this.#parts.kindOf(spec).check(spec)
    const isMigration = spec.kind === 'migrate'
    const open = this.#all().filter(
      (job) =>
        job.owner === owner && isOpen(job) && job.sync === undefined && (job.title.kind === 'migrate') === isMigration,
    )
    if (open.length >= (isMigration ? MAX_OPEN_MIGRATIONS : MAX_OPEN))
      throw new AppError('TooManyJobs', { count: String(open.length) })
  }

  /** The keys are in the journal before they exist, so that the next start can remove them. */
  async #begin(job: JobState, spec: JobSpec, createKeys: () => Promise<void>): Promise<ShownJob> {
    const { journal } = this.#parts
    // Nothing is awaited in between, so that of two calls at the same time one is refused.
    this.#refuseSecondWriter(job)
    if (spec.kind === 'moveToServer') this.#refuseMoveIntoSync(spec)
    this.#jobs.set(job.id, job)
    try {
      await journal.add(job, spec, [this.#event('created', job.owner)])
      await createKeys()
    } catch (error) {
      // Whether the key exists isn't known after an outage.
      await this.#discard(job)
      throw error
    }
    job.status = 'queued'
    await journal.save({ state: job })
    this.#startNext()
    return this.#shown(job)
  }

  /**
   * Two migrations into one bucket would take each other's objects for newer ones of the target, and a sync would overwrite them.
   * @throws AppError MigrationRunning, SyncTargetTaken
   */
  #refuseSecondWriter(job: JobState): void {
    const { others } = this.#parts
    const migration = this.#migrationOf(job)
    const writing = migration && others?.writingTo(migration)
    if (writing === undefined) return
    const code = writing.kind === 'migrate' ? 'MigrationRunning' : 'SyncTargetTaken'
    throw new AppError(code, { bucket: job.title.targetBucket, server: job.title.server?.title ?? '' })
  }

  /** The source of a sync doesn't have what is moved to its target, so it would be deleted. @throws AppError SyncConflict */
  #refuseMoveIntoSync({ server, target_bucket: bucket, units }: Extract<ToServerSpec, { kind: 'moveToServer' }>): void {
    const { others } = this.#parts
    const address = others?.addressOf(server) ?? ''
    const sync = others
      ?.writings()
      .find(({ deletes, to }) => deletes && units.some(({ target: path }) => overlaps({ address, bucket, path }, to)))
    if (sync !== undefined) throw new AppError('SyncConflict', { sync: sync.title })
  }

  #migrationOf(job: JobState): Writing | undefined {
    const { kind, bucket, server, targetBucket } = job.title
    const { here, others } = this.#parts
    if (kind !== 'migrate' || server === undefined || others === undefined) return undefined
    return {
      ...{ id: job.id, kind, title: '', deletes: false, isActive: isOpen(job) },
      from: { address: here.address, bucket, path: '' },
      to: { address: others.addressOf(server.name), bucket: targetBucket, path: '' },
    }
  }

  #migrations(): Writing[] {
    return this.#all().flatMap((job) => (isOpen(job) ? (this.#migrationOf(job) ?? []) : []))
  }

  /** Starts a job of the same owner for the failed items of another that has ended, as `start` does. @throws AppError */
  async retry(id: string, start: (rest: JobSpec) => Promise<ShownJob>): Promise<ShownJob> {
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
      const retried = await start(rest)
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

  /** What a migration was asked for, and what its verification has found so far. @throws AppError NoSuchJob for another job */
  async reportOf(id: string): Promise<{ spec: Extract<ToServerSpec, { kind: 'migrate' }>; entries: ReportEntry[] }> {
    const { journal } = this.#parts
    const { spec } = await journal.work(this.#job(id).id)
    if (spec.kind !== 'migrate') throw new AppError('NoSuchJob')
    return { spec, entries: await journal.report(id) }
  }

  /** What a run of a sync has done so far. @throws AppError NoSuchJob for another job */
  async runReportOf(id: string): Promise<{ spec: SyncRunSpec; entries: SyncEntry[]; failures: ItemFailure[] }> {
    const { journal } = this.#parts
    const { spec } = await journal.work(this.#job(id).id)
    if (spec.kind !== 'sync') throw new AppError('NoSuchJob')
    const [entries, { failures }] = await Promise.all([journal.report<SyncEntry>(id), journal.log(id)])
    return { spec, entries, failures }
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
    this.#forgetWriter?.()
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
      else if (ENDED.has(job.status)) void this.#removeKeys(job)
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
      if (job.sync !== undefined && this.#runningSyncs() >= RUNNING_SYNCS) continue
      if (job.status === 'queued' && !this.#runs.has(job.id)) this.#start(job)
    }
  }

  #runningSyncs(): number {
    return [...this.#runs.keys()].filter((id) => this.#jobs.get(id)?.sync !== undefined).length
  }

  #start(job: JobState): void {
    const stop = new AbortController()
    const ended = this.#run(job, stop.signal)
      .catch(async (error: unknown) => {
        this.#parts.log.error({ err: error, job: job.id }, 'a job on the server has failed')
        await this.#end(job, 'stopped', { problem: detailText('jobFailed') })
      })
      .catch((error: unknown) => {
        // The journal can't be written. What was running is checked by the next start.
        job.status = 'stopped'
        setProblem(job, detailText('jobNoJournal'))
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
    const { journal, kindOf } = this.#parts
    let opened: OpenedSides | { problem: FailureText }
    try {
      opened = await this.#open(job)
    } catch (error) {
      if (this.#isClosed) return
      return await this.#interrupt(job, error)
    }
    if ('problem' in opened) return await this.#end(job, 'stopped', opened)
    const { spec, page: begun } = await journal.work(job.id)
    const kind = kindOf(spec)
    const isFirst = job.position === '' && begun === undefined
    await this.#set(job, 'running', { events: isFirst ? [this.#event('started')] : [] })
    let page = begun
    let isRepeated = begun !== undefined
    const counting = this.#counting(job, kind, spec, opened)
    try {
      for (;;) {
        if (page === undefined) {
          if (job.isPlanned) return await this.#end(job, 'done')
          await counting?.reached({ position: job.position, settled: settledOf(job) })
          if (stop.aborted) return
          page = await this.#plan(job, kind, spec, opened)
          isRepeated = false
        }
        const left = await this.#do(job, { kind, spec, opened, page, isRepeated }, stop)
        if (left !== undefined) return
        page = undefined
      }
    } catch (error) {
      if (this.#isClosed) return
      await this.#interrupt(job, error)
    } finally {
      counting?.stop()
    }
  }

  /** Counts what a job has to do, unless that is known. */
  #counting(job: JobState, kind: JobKind, spec: JobSpec, { sides, check }: OpenedSides): CountAhead | undefined {
    const { count } = kind
    const before = job.counted
    if (count === undefined || job.title.total || (before && before.next === undefined)) return undefined
    const list = async (position: string) => {
      await check()
      return await count(sides, spec, position)
    }
    const onFound = (counted: CountedItems) => {
      job.counted = counted
    }
    return new CountAhead({ list, before, onFound })
  }

  /** The clients of a job; what it says if there are none. */
  async #open(job: JobState): Promise<OpenedSides | { problem: FailureText }> {
    const { here } = this.#parts
    const { visitor, sealedKey, sealedOtherKey, title } = job
    const access = await here.open(sealedKey)
    if (access === undefined) return { problem: detailText('jobUnreadableKey') }
    const { signal } = this.#abort
    const storage = await here.clientOf(access, visitor, signal)
    if (title.server === undefined || sealedOtherKey === undefined) {
      return { sides: { storage }, check: async () => undefined }
    }
    const { name, title: server } = title.server
    const there = await this.#parts.others?.side(name)
    if (there === undefined) return { problem: detailText('jobNoServer', { server }) }
    const otherAccess = await there.open(sealedOtherKey)
    if (otherAccess === undefined) return { problem: detailText('jobOtherServer', { server }) }
    const other = { storage: await there.clientOf(otherAccess, visitor, signal), server }
    return {
      sides: { storage, other },
      check: async () => {
        await here.check(access)
        await there.check(otherAccess)
      },
    }
  }

  async #plan(job: JobState, kind: JobKind, spec: JobSpec, { sides, check }: OpenedSides): Promise<StoredPage> {
    await check()
    const rate = this.#rateOf(job)
    const { steps, next, failures = [], skipped = 0 } = await kind.plan(sides, spec, job.position, job.failed)
    job.failed += failures.length
    job.skipped += skipped
    rate.add(failures.length + skipped)
    job.isPlanned = next === undefined
    const page = { steps, next }
    await this.#parts.journal.save({ state: job, page, failures })
    return page
  }

  /** The meter of what is settled, from the first page of a run on. */
  #rateOf(job: JobState): RateMeter {
    const rate = this.#rates.get(job.id) ?? new RateMeter(this.#parts.now)
    this.#rates.set(job.id, rate)
    return rate
  }

  /** Runs the steps of a page, and stores what they have done. Returns the rest of the page if it was stopped. */
  async #do(
    job: JobState,
    work: { kind: JobKind; spec: JobSpec; opened: OpenedSides; page: StoredPage; isRepeated: boolean },
    stop: AbortSignal,
  ): Promise<StoredPage | undefined> {
    const { kind, spec, opened, page, isRepeated } = work
    const failures: ItemFailure[] = []
    const entries: (ReportEntry | SyncEntry)[] = []
    const finished = new Set<unknown>()
    let problem: { error: unknown } | undefined
    try {
      await inParallel(page.steps, kind.atOnce, async (step) => {
        if (stop.aborted) return
        await opened.check()
        const result = await kind.run(opened.sides, spec, step, isRepeated)
        finished.add(step)
        job.done += result.done
        job.bytes += result.bytes
        job.skipped += result.skipped
        job.failed += result.failures.length
        if (result.deleted) job.deleted = (job.deleted ?? 0) + result.deleted
        if (result.uncompared) job.uncompared = (job.uncompared ?? 0) + result.uncompared
        entries.push(...addReport(job, result.report))
        for (const what of result.lost ?? []) job.lost = { ...job.lost, [what]: (job.lost?.[what] ?? 0) + 1 }
        failures.push(...result.failures)
        this.#rateOf(job).add(result.done + result.skipped + result.failures.length)
      })
    } catch (error) {
      problem = { error }
    }
    const steps = page.steps.filter((step) => !finished.has(step))
    const left = steps.length > 0 ? { ...page, steps } : undefined
    if (left === undefined && page.next !== undefined) job.position = page.next
    await this.#parts.journal.save({ state: job, page: left ?? null, failures, entries })
    if (problem !== undefined) throw problem.error
    return left
  }

  /** After an error that affects everything. What a restart of the storage server or free space can end is tried again. */
  async #interrupt(job: JobState, error: unknown): Promise<void> {
    if (!(error instanceof AppError)) throw error
    const lost = job.endsWithSession ? detailText('jobSessionOver') : detailText('jobLostKey')
    const problem = error.code === 'SessionEnded' ? lost : errorText(error)
    if (error.code === 'StorageFull') {
      return await this.#set(job, 'paused', { problem, events: [this.#event('paused', '', problem.text)] })
    }
    if (!PASSING.has(error.code)) {
      return await this.#end(job, 'stopped', { problem })
    }
    // A further attempt without progress isn't another event.
    const isNews = this.#waitedAt.get(job.id) !== job.done
    this.#waitedAt.set(job.id, job.done)
    await this.#set(job, 'waiting', { problem, events: isNews ? [this.#event('waiting', '', problem.text)] : [] })
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
    { problem, account = '' }: { problem?: FailureText; account?: string } = {},
  ): Promise<void> {
    job.endedAt = this.#parts.now()
    this.#waitedAt.delete(job.id)
    const events = [this.#event(status, account, problem?.text)]
    await this.#set(job, status, { ...(problem && { problem }), events, page: null })
    void this.#removeKeys(job)
    await this.#limitEnded(job)
  }

  /** Removes the keys of an ended job; one that can't be removed yet is tried again until it has expired. */
  async #removeKeys(job: JobState, isRetry = false): Promise<void> {
    const { here, others, log } = this.#parts
    const { server } = job.title
    if (this.#isClosed) return
    try {
      if (job.sync !== undefined && job.sealedKey !== '') {
        // They are the sync's.
        job.sealedKey = ''
        job.sealedOtherKey = ''
        await this.#parts.journal.save({ state: job })
      }
      if (job.sealedKey !== '') {
        await this.#removeKey(job, here, job.sealedKey)
        job.sealedKey = ''
        await this.#parts.journal.save({ state: job })
      }
      if (server !== undefined && job.sealedOtherKey) {
        await this.#removeKey(job, await others?.side(server.name), job.sealedOtherKey)
        job.sealedOtherKey = ''
        await this.#parts.journal.save({ state: job })
      }
    } catch (error) {
      if (this.#isClosed) return
      if (!isRetry) log.warn({ err: error, job: job.id }, 'the access key of a job isn’t removed yet')
      this.#later(RETRY_MS, () => void this.#removeKeys(job, true))
    }
  }

  /** @throws StorageError */
  async #removeKey(job: JobState, side: JobSide | undefined, sealed: string): Promise<void> {
    const isRead = await removeSealedKey(side, sealed, job.visitor, this.#abort.signal)
    if (!isRead)
      this.#parts.log.warn({ job: job.id }, 'the access key of a job can’t be read, and stays until it expires')
  }

  /** Of a job that never ran. Its keys may exist all the same. */
  async #discard(job: JobState): Promise<void> {
    const { here, others, journal, log } = this.#parts
    const { server } = job.title
    try {
      await this.#removeKey(job, here, job.sealedKey)
      if (server && job.sealedOtherKey) await this.#removeKey(job, await others?.side(server.name), job.sealedOtherKey)
      this.#jobs.delete(job.id)
      await journal.remove(job.id)
    } catch (error) {
      log.warn({ err: error, job: job.id }, 'the access key of a job that didn’t start may remain')
      void this.#abandon(job)
    }
  }

  async #abandon(job: JobState): Promise<void> {
    try {
      await this.#end(job, 'stopped', { problem: detailText('jobNoKey') })
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
    { problem, events = [], page }: { problem?: FailureText; events?: readonly Event[]; page?: null } = {},
  ): Promise<void> {
    job.status = status
    setProblem(job, problem)
    await this.#parts.journal.save({ state: job, events, ...(page === null && { page }) })
  }

  /** Removes the oldest ended jobs above the limits, among those that are counted together with this one. */
  async #limitEnded({ owner, sync, title }: Pick<JobState, 'owner' | 'sync' | 'title'>): Promise<void> {
    const { journal } = this.#parts
    const isMigration = title.kind === 'migrate'
    const jobs = this.#all().filter(
      (job) =>
        !isOpen(job) && job.owner === owner && job.sync === sync && (job.title.kind === 'migrate') === isMigration,
    )
    const sizes = await journal.sizes(jobs.map(({ id }) => id))
    const [count, size] =
      sync !== undefined
        ? [SYNC_RUNS, MAX_ENDED_SYNC_BYTES]
        : isMigration
          ? [MAX_ENDED_MIGRATIONS, MAX_ENDED_MIGRATION_BYTES]
          : [MAX_ENDED, MAX_ENDED_BYTES]
    let bytes = 0
    for (const [at, { id }] of jobs.sort((a, b) => b.endedAt - a.endedAt).entries()) {
      bytes += sizes.get(id) ?? 0
      if (at === 0 || (at < count && bytes <= size)) continue
      this.#jobs.delete(id)
      await journal.remove(id)
    }
  }

  /** Deletes jobs that ended long ago, and those above the limits. */
  async #trim(): Promise<void> {
    const oldest = this.#parts.now() - JOB_DAYS * DAY_MS
    for (const job of this.#all()) {
      // The runs of a sync are limited by their number.
      if (isOpen(job) || job.sync !== undefined) continue
      if (job.endedAt > oldest || job.sealedKey || job.sealedOtherKey) continue
      this.#jobs.delete(job.id)
      await this.#parts.journal.remove(job.id)
    }
    const groups = new Map(this.#all().map((job) => [`${job.sync ?? job.title.kind === 'migrate'} ${job.owner}`, job]))
    for (const job of groups.values()) await this.#limitEnded(job)
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

export function isOpen({ status }: Pick<JobState, 'status'>): boolean {
  return !ENDED.has(status)
}

/** How many items of a job are done, skipped or failed. */
export function settledOf({ done, skipped, failed }: Pick<JobState, 'done' | 'skipped' | 'failed'>): number {
  return done + skipped + failed
}

/** How many items a job has, 0 if it isn't known, and how many at least as far as they were counted. */
export function totalsOf(job: JobState): { total: number; atLeast: number } {
  const { title, counted } = job
  if (title.total || counted === undefined) return { total: title.total ?? 0, atLeast: 0 }
  const { items, next } = counted
  const isAll = next === undefined
  // Objects have arrived since.
  const isRight = items >= settledOf(job)
  return { total: isAll && isRight ? items : 0, atLeast: isAll || !isRight ? 0 : items }
}

/** Adds what a step reports to the counts of its job, and returns the entries, which are stored one by one. */
function addReport(
  job: JobState,
  { counts = {}, entries = [] }: ReportPart = {},
): readonly (ReportEntry | SyncEntry)[] {
  const sums: Partial<ReportCounts> = { ...job.report?.counts }
  for (const [name, count] of Object.entries(counts) as [keyof ReportCounts, number][]) {
    sums[name] = (sums[name] ?? 0) + count
  }
  if (job.report !== undefined || entries.length > 0 || Object.keys(counts).length > 0) {
    job.report = { counts: sums, entries: (job.report?.entries ?? 0) + entries.length }
  }
  return entries
}

/** Whether all failures of an ended job are known, and not retried yet. */
export function canRetry({ status, failed, sync, isRetried = false }: JobState): boolean {
  // The next run of a sync copies what failed.
  if (sync !== undefined) return false
  return ENDED.has(status) && failed > 0 && failed <= NAMED_OBJECT_FAILURES && !isRetried
}

function setProblem(job: JobState, problem: FailureText | undefined): void {
  job.problem = problem?.text ?? ''
  job.text = problem
}

/** The storage servers of a job, and a check that throws once the session is over that it works with. */
interface OpenedSides {
  sides: Sides
  check: () => Promise<void>
}

/** A sync as its runs need it: its sealed keys, and the other server by its name and its title. */
export interface SyncToRun {
  id: string
  owner: string
  visitor: Visitor | undefined
  keys: { here: string; there: string }
  server: { name: string; title: string }
}

/** A failure at the other server is none of the session here, nor of its storage server. */
export function ofOther(error: unknown, server: string): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'SessionEnded') return new AppError('CopyNotPermitted', { server }, { cause: error })
  return PASSING.has(error.code) ? new AppError('OtherServerUnreachable', { server }, { cause: error }) : error
}

/** The keys of a session, for a storage server that has none for jobs. */
function accessOf({ revokeType, endsAt, keepsKeys = false }: Session, { credentials }: StorageClient): JobAccess {
  // Kept keys stay where signing out deletes them.
  if (keepsKeys) return { accessKey: '', secretKey: '', session: { sessionToken: '', revokeType, endsAt } }
  const { accessKey, secretKey, sessionToken = '' } = credentials
  return { accessKey, secretKey, session: { sessionToken, revokeType, endsAt } }
}

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
  if (spec.kind === 'migrate') {
    const { target_bucket: targetBucket, expected: total } = spec
    return { kind, bucket, first: '', items: 1, targetBucket, target: '', at: '', total }
  }
  if (spec.kind === 'sync') {
    const { prefix: first, target_bucket: targetBucket, target_prefix: target, expected: total } = spec
    const contents = { search: '', deep: true }
    return { kind, bucket, first, items: 1, contents, targetBucket, target, at: '', total }
  }
  if (!('units' in spec)) {
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
      total: totalOf(spec),
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
    total: totalOf(spec),
  }
}

/** The number of its objects, or what a dry run has counted; 0 if there are folders that nobody has counted. */
function totalOf(spec: Exclude<JobSpec, { kind: 'migrate' | 'sync' }>): number {
  if ('expected' in spec && spec.expected !== undefined) return spec.expected
  if ('units' in spec) return spec.units.some(isFolder) ? 0 : spec.units.length
  const hasAllVersions = spec.kind === 'delete' && spec.all_versions
  return hasAllVersions || spec.kind === 'deleteNoncurrent' || spec.paths.some(isFolder) ? 0 : spec.paths.length
}

function isFolder({ recursive, source = '' }: { recursive?: boolean | undefined; source?: string }): boolean {
  return recursive ?? source.endsWith('/')
}

type JobRow = { recursive?: boolean | undefined; contents?: FolderContents | undefined }

function contentsOf([first]: readonly JobRow[]): Pick<JobTitle, 'contents'> {
  return first?.contents === undefined ? {} : { contents: first.contents }
}
