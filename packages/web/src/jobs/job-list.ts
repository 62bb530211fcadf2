import { ApiError, isOutage, isSignedOut, isUnreachable, OUTAGE_RETRY_MS } from '../shared/api/api-error.ts'

/** What could not be done with one object, and why. */
export interface JobFailure {
  path: string
  message: string
}

/** What a call that works for some seconds answers. */
export interface JobBatch {
  /** Objects dealt with in this part. */
  done: number
  failed: readonly JobFailure[]
  /** How many failed beside those that are named. */
  alsoFailed: number
  /** Where the following call goes on; undefined at the end. */
  next: string | undefined
}

export interface NewJob {
  /** What goes on: 'Deleting 3 items from photos'. */
  title: string
  /** How far it is: '12,000 deleted'. */
  progress: (done: number) => string
  /** Works for some seconds from `after` on, '' for the beginning. */
  work: (after: string, signal: AbortSignal) => Promise<JobBatch>
  /** Works on what failed only, where each of it was named; without it, trying again is the whole work once more. */
  again?: (failed: readonly JobFailure[]) => NewJob['work']
  /** Called when it rests before its end, by hand or by an error: pages that show what it touched read it again. */
  onRest?: () => void
  /** Called at each end, with what stood against it and how much that was in all; it can be tried again. */
  onEnd: (failed: readonly JobFailure[], failedCount: number) => void
}

/**
 * - `paused`: by an outage; it goes on by itself
 * - `stopped`: by hand
 * - `interrupted`: by an error
 * - `signedOut`: by the end of the session; it goes on in the next one of the same account
 * - `incomplete`: at the end, and something failed
 */
export type JobStatus = 'running' | 'paused' | 'stopped' | 'interrupted' | 'signedOut' | 'incomplete'

/** Work of some length that goes on while its user looks at other pages. */
export interface Job {
  readonly id: number
  readonly title: string
  readonly status: JobStatus
  readonly progress: string
  readonly failed: readonly JobFailure[]
  /** With those that no answer named. */
  readonly failedCount: number
  /** Why it is paused or interrupted. */
  readonly problem: string
}

/** The reason of a signal when a job is stopped: what is under way may still be told. Otherwise its session is left. */
export const BY_HAND = new DOMException('Stopped by hand', 'AbortError')

/** Failures kept of a job. */
const KEPT_FAILURES = 1000
interface Entry {
  job: Job
  what: NewJob
  work: NewJob['work']
  done: number
  /** Done of that when `work` began: it counts all of its own once more when it is tried again. */
  before: number
  after: string
  abort: AbortController
  /** Settles when nothing of it is under way any more. */
  ended: Promise<void>
  retry: ReturnType<typeof setTimeout> | undefined
}

/** The jobs of this tab. One that has ended without a failure leaves the list. */
export class JobList {
  private entries: Entry[] = []
  private shown: readonly Job[] = []
  private lastId = 0
  private readonly listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly snapshot = (): readonly Job[] => this.shown

  /** Whether something would be cut off by closing the tab. */
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
      failed: [],
      failedCount: 0,
      problem: '',
    }
    const entry: Entry = {
      job,
      what,
      work: what.work,
      done: 0,
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
    entry.abort.abort(BY_HAND)
    this.change(entry, { status: 'stopped', problem: '' })
  }

  /** Goes on where it was; what is at its end begins once more, for what failed. */
  goOn(id: number): void {
    const entry = this.find(id)
    if (entry === undefined || entry.job.status === 'running') return
    clearTimeout(entry.retry)
    if (entry.job.status === 'incomplete') {
      const { what, job } = entry
      if (what.again && job.failedCount === job.failed.length) {
        entry.work = what.again(job.failed)
        entry.before = entry.done
      }
      entry.done = entry.before
      entry.after = ''
      this.change(entry, { failed: [], failedCount: 0, progress: what.progress(entry.done) })
    }
    this.begin(entry)
  }

  dismiss(id: number): void {
    this.entries = this.entries.filter(({ job }) => job.id !== id)
    this.publish()
  }

  /** Ends all: the session that they ran in is left. */
  clear(): void {
    for (const { abort, retry } of this.entries) {
      clearTimeout(retry)
      abort.abort()
    }
    this.entries = []
    this.publish()
  }

  private begin(entry: Entry): void {
    entry.abort = new AbortController()
    const { signal } = entry.abort
    this.change(entry, { status: 'running', problem: '' })
    // What was stopped may be answered all the same, and the work goes on behind that.
    const run = () => this.run(entry, signal)
    entry.ended = entry.ended.then(run, run)
  }

  private async run(entry: Entry, signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        const part = await entry.work(entry.after, signal)
        // What was done is counted, even when nobody waits for it any more.
        this.count(entry, part)
        if (part.next === undefined) return this.end(entry)
        entry.after = part.next
      }
    } catch (error) {
      if (!signal.aborted) this.interrupt(entry, error)
    }
    entry.what.onRest?.()
  }

  private interrupt(entry: Entry, error: unknown): void {
    if (!(error instanceof ApiError)) {
      this.change(entry, { status: 'interrupted' })
      throw error
    }
    // What the refusal says is no longer true when somebody reads it: they have signed in again.
    if (isSignedOut(error)) {
      this.change(entry, { status: 'signedOut' })
      return
    }
    const willPass = isOutage(error) || isUnreachable(error)
    this.change(entry, { status: willPass ? 'paused' : 'interrupted', problem: error.message })
    if (willPass) entry.retry = setTimeout(() => this.begin(entry), OUTAGE_RETRY_MS)
  }

  private end(entry: Entry): void {
    // Who has asked it to go on meanwhile has nothing left to wait for.
    entry.abort.abort()
    const { failed, failedCount, id } = entry.job
    // Nobody is there to hear of it.
    if (this.find(id) === undefined) return
    if (failedCount > 0) this.change(entry, { status: 'incomplete' })
    else this.dismiss(id)
    entry.what.onEnd(failed, failedCount)
  }

  private count(entry: Entry, { done, failed, alsoFailed }: JobBatch): void {
    const { job, what } = entry
    entry.done += done
    this.change(entry, {
      progress: what.progress(entry.done),
      failed: [...job.failed, ...failed].slice(0, KEPT_FAILURES),
      failedCount: job.failedCount + failed.length + alsoFailed,
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
