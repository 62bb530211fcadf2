import type { Text } from '@cooperage/contract'
import { ApiError, isOutage, isSignedOut, isUnreachable, OUTAGE_RETRY_MS } from '../shared/api/api-error.ts'
import { type CountPart, MeasuredProgress } from '../shared/measured-progress.ts'
import type { Progress } from '../shared/progress.ts'

/** The failure of one object. */
export interface JobFailure {
  path: string
  message: string
  text?: Text | undefined
}

/** The response of a call that runs for some seconds. */
export interface JobBatch {
  /** Objects processed by this call, without the failures. */
  done: number
  failed: readonly JobFailure[]
  /** Failures beyond those that are listed. */
  alsoFailed: number
  /** Where the next call continues; undefined at the end. */
  next: string | undefined
}

export interface NewJob {
  /** The title: 'Deleting 3 items from photos'. */
  title: string
  /** The progress: '12,000 deleted'. */
  progress: (done: number) => string
  /** How many objects it has, if that is known. */
  total?: number | undefined
  /** Otherwise counts them, as `work` works; for a job whose objects can't be counted neither is there. */
  count?: CountPart | undefined
  /** Runs for some seconds from `after` on; '' is the beginning. */
  work: (after: string, signal: AbortSignal) => Promise<JobBatch>
  /** Retries only the failures, if all of them are listed; otherwise a retry repeats the whole work. */
  again?: (failed: readonly JobFailure[]) => NewJob['work']
  /** Called when the job stops before its end, by the user or by an error, so that pages reload what it has changed. */
  onRest?: () => void
  /** Called at each end, with the failures and their total number; a retry may follow. */
  onEnd: (failed: readonly JobFailure[], failedCount: number) => void
}

/**
 * - `paused`: by an outage; resumes automatically
 * - `stopped`: by the user
 * - `interrupted`: by an error
 * - `signedOut`: by the end of the session; resumes in the next one of the same account
 * - `incomplete`: at the end, with failures
 */
export type JobStatus = 'running' | 'paused' | 'stopped' | 'interrupted' | 'signedOut' | 'incomplete'

/** A long-running operation that continues while the user visits other pages. */
export interface Job {
  readonly id: number
  readonly title: string
  readonly status: JobStatus
  readonly progress: string
  /** Of how many; undefined until that is known. */
  readonly of: Progress | undefined
  readonly failed: readonly JobFailure[]
  /** Includes failures that no response listed. */
  readonly failedCount: number
  /** Why it is paused or interrupted. */
  readonly problem: string
}

/** The abort reason when a job is stopped: running calls may still report. With any other reason its session has ended. */
export const BY_USER = new DOMException('Stopped by the user', 'AbortError')

/** Maximum number of failures kept per job. */
const KEPT_FAILURES = 1000
interface Entry {
  job: Job
  what: NewJob
  work: NewJob['work']
  done: number
  measured: MeasuredProgress
  /** The number done before `work` began: a retry of everything counts it again. */
  before: number
  after: string
  abort: AbortController
  /** Settles when no call is running any more. */
  ended: Promise<void>
  retry: ReturnType<typeof setTimeout> | undefined
}

/** The jobs of this tab. A job that ends without a failure leaves the list. */
export class JobList {
  private entries: Entry[] = []
  private shown: readonly Job[] = []
  private lastId = 0
  private readonly listeners = new Set<() => void>()
  /** What pages keep for the account beyond themselves, by their own names. */
  readonly kept = new Map<string, unknown>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly snapshot = (): readonly Job[] => this.shown

  /** Whether closing the tab would interrupt something. */
  get isOpen(): boolean {
    return this.shown.some(({ status }) => status === 'running' || status === 'paused')
  }

  start(what: NewJob): void {
    this.lastId += 1
    const job: Job = {
      id: this.lastId,
      title: what.title,
      status: 'running',
      progress: what.progress(0),
      of: undefined,
      failed: [],
      failedCount: 0,
      problem: '',
    }
    const entry: Entry = {
      job,
      what,
      work: what.work,
      done: 0,
      measured: new MeasuredProgress(what),
      before: 0,
      after: '',
      abort: new AbortController(),
      ended: Promise.resolve(),
      retry: undefined,
    }
    this.entries.push(entry)
    this.begin(entry)
  }

  stop(id: number): void {
    const entry = this.find(id)
    if (entry === undefined) return
    clearTimeout(entry.retry)
    entry.abort.abort(BY_USER)
    this.change(entry, { status: 'stopped', problem: '' })
  }

  /** Resumes; a finished job starts again, for its failures. */
  resume(id: number): void {
    const entry = this.find(id)
    if (entry === undefined || entry.job.status === 'running') return
    clearTimeout(entry.retry)
    if (entry.job.status === 'incomplete') {
      const { what, job } = entry
      const isOfFailed = what.again !== undefined && job.failedCount === job.failed.length
      entry.measured.retry(isOfFailed ? entry.done + job.failed.length : undefined)
      if (what.again && isOfFailed) {
        entry.work = what.again(job.failed)
        entry.before = entry.done
      }
      entry.done = entry.before
      entry.after = ''
      this.change(entry, { failed: [], failedCount: 0, progress: what.progress(entry.done), of: undefined })
    }
    this.begin(entry)
  }

  dismiss(id: number): void {
    this.entries = this.entries.filter(({ job }) => job.id !== id)
    this.publish()
  }

  /** Ends all jobs, and forgets what is kept: their session has ended. */
  clear(): void {
    for (const { abort, retry } of this.entries) {
      clearTimeout(retry)
      abort.abort()
    }
    this.entries = []
    this.kept.clear()
    this.publish()
  }

  private begin(entry: Entry): void {
    entry.abort = new AbortController()
    const { signal } = entry.abort
    this.change(entry, { status: 'running', problem: '' })
    // A stopped call may still get its response, and the job then resumes after that.
    const run = () => this.run(entry, signal)
    entry.ended = entry.ended.then(run, run)
  }

  private async run(entry: Entry, signal: AbortSignal): Promise<void> {
    const counting = new AbortController()
    try {
      await entry.measured.begin(entry.done + entry.job.failedCount, AbortSignal.any([signal, counting.signal]))
      while (!signal.aborted) {
        const part = await entry.work(entry.after, signal)
        // Progress is counted even if nothing waits for it any more.
        this.count(entry, part)
        if (part.next === undefined) return this.end(entry)
        entry.after = part.next
      }
    } catch (error) {
      if (!signal.aborted) this.interrupt(entry, error)
    } finally {
      counting.abort()
    }
    entry.what.onRest?.()
  }

  private interrupt(entry: Entry, error: unknown): void {
    if (!(error instanceof ApiError)) {
      this.change(entry, { status: 'interrupted' })
      throw error
    }
    // The message is outdated when the user reads it: they have signed in again.
    if (isSignedOut(error)) {
      this.change(entry, { status: 'signedOut' })
      return
    }
    const willPass = isOutage(error) || isUnreachable(error)
    this.change(entry, { status: willPass ? 'paused' : 'interrupted', problem: error.message })
    if (willPass) entry.retry = setTimeout(() => this.begin(entry), OUTAGE_RETRY_MS)
  }

  private end(entry: Entry): void {
    // The user has resumed it: nothing is left to wait for.
    entry.abort.abort()
    const { failed, failedCount, id } = entry.job
    // No page is left to report to.
    if (this.find(id) === undefined) return
    if (failedCount > 0) this.change(entry, { status: 'incomplete' })
    else this.dismiss(id)
    entry.what.onEnd(failed, failedCount)
  }

  private count(entry: Entry, { done, failed, alsoFailed }: JobBatch): void {
    const { job, what } = entry
    entry.done += done
    const failedCount = job.failedCount + failed.length + alsoFailed
    this.change(entry, {
      progress: what.progress(entry.done),
      of: entry.measured.at(entry.done + failedCount),
      failed: [...job.failed, ...failed].slice(0, KEPT_FAILURES),
      failedCount,
    })
  }

  private find(id: number): Entry | undefined {
    return this.entries.find(({ job }) => job.id === id)
  }

  private change(entry: Entry, change: Partial<Job>): void {
    entry.job = { ...entry.job, ...change }
    this.publish()
  }

  private publish(): void {
    this.shown = this.entries.map(({ job }) => job)
    for (const listener of this.listeners) listener()
  }
}
