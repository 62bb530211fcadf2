import { type BatchJob, type JobProgress, MAX_PAST_JOBS, type PastBatchJob } from '@cooperage/contract'
import type { FeatureTables, Statement } from '../shared/console-store/console-store.ts'
import { guardedTables } from '../shared/console-store/guarded-tables.ts'
import type { Registry } from '../shared/feature.ts'
import { InBackground } from '../shared/in-background.ts'

/**
 * Never change one that was released; add the next one. `console` is the name of one of several storage servers. `canceled` is a
 * time, 0 for none. `progressed` is how far a job has come: see `progressedOf`.
 */
const MIGRATIONS = [
  `CREATE TABLE cooperage_batch_jobs (
    id TEXT NOT NULL, console TEXT NOT NULL, started BIGINT NOT NULL, job TEXT NOT NULL, PRIMARY KEY (console, id)
  )`,
  `ALTER TABLE cooperage_batch_jobs ADD COLUMN canceled BIGINT NOT NULL DEFAULT 0;
  ALTER TABLE cooperage_batch_jobs ADD COLUMN progressed BIGINT NOT NULL DEFAULT 0`,
]

/** A server could send anything. */
const ID = /^[\w:-]{1,128}$/
const MAX_TEXT = 1_024
/** How far the progress that is kept of a running job may be behind. */
const BEHIND_MS = 60_000
/** Lists and changes that wait for the database. */
const MAX_WAITING = 20

/** The batch jobs that the console has seen: storage servers forget theirs. The latest MAX_PAST_JOBS are kept. */
export class PastJobs {
  readonly #tables: FeatureTables
  readonly #console: string
  readonly #writing: InBackground<() => Promise<unknown>>

  constructor({ services: { sharedStore, settings }, log }: Pick<Registry, 'services' | 'log'>) {
    this.#tables = guardedTables(sharedStore, 'batch-jobs', MIGRATIONS)
    this.#console = settings.server?.name ?? ''
    this.#writing = new InBackground(
      async (write) => void (await write()),
      MAX_WAITING,
      // A history that can't be written keeps nobody from a job.
      (error) => log.warn({ err: error }, 'batch jobs can’t be kept'),
    )
  }

  /** Those that the storage server no longer lists, the newest first. @throws AppError ConsoleStoreUnavailable */
  async without(listed: ReadonlySet<string>): Promise<PastBatchJob[]> {
    await this.#writing.done()
    const query = 'SELECT id, job, canceled FROM cooperage_batch_jobs WHERE console = ? ORDER BY started DESC, id'
    const rows = await this.#tables.all(query, this.#console)
    return rows
      .filter(({ id }) => !listed.has(String(id)))
      .map(({ job, canceled }) => toPast(JSON.parse(String(job)) as BatchJob, Number(canceled)))
  }

  /** Keeps what is new about jobs, in the background. */
  see(jobs: readonly BatchJob[]): void {
    this.#writing.add(() => this.#keep(jobs.filter(({ id }) => ID.test(id)).map(cut)))
  }

  /** Keeps that a job was canceled, in the background. */
  cancel(id: string, now: number): void {
    const update = 'UPDATE cooperage_batch_jobs SET canceled = ? WHERE console = ? AND id = ? AND canceled = 0'
    this.#writing.add(() => this.#tables.run(update, now, this.#console, id))
  }

  async #keep(jobs: readonly BatchJob[]): Promise<void> {
    const query = 'SELECT id, started, progressed FROM cooperage_batch_jobs WHERE console = ? ORDER BY started DESC, id'
    const rows = await this.#tables.all(query, this.#console)
    const kept = new Map(rows.map(({ id, progressed }) => [id, Number(progressed)]))
    const oldest = Number(rows[MAX_PAST_JOBS - 1]?.started ?? 0)
    const news = jobs.filter((job) => {
      const before = kept.get(job.id)
      return before === undefined ? startOf(job) >= oldest : isNews(progressedOf(job.progress), before)
    })
    if (news.length === 0) return
    await this.#tables.batch([
      ...news.map(
        (job): Statement => [
          // Of two lists that overlap, also those of two replicas, the one that was read last isn't always written last.
          `INSERT INTO cooperage_batch_jobs (id, console, started, job, progressed) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (console, id) DO UPDATE SET started = excluded.started, job = excluded.job, progressed = excluded.progressed
          WHERE cooperage_batch_jobs.progressed < excluded.progressed`,
          ...[job.id, this.#console, startOf(job), JSON.stringify(job), progressedOf(job.progress)],
        ],
      ),
      [
        `DELETE FROM cooperage_batch_jobs WHERE console = ? AND id NOT IN (
          SELECT id FROM cooperage_batch_jobs WHERE console = ? ORDER BY started DESC, id LIMIT ${MAX_PAST_JOBS}
        )`,
        ...[this.#console, this.#console],
      ],
    ])
  }
}

const startOf = ({ startedAt }: BatchJob) => Date.parse(startedAt) || 0

const isOver = ({ state }: JobProgress) => state === 'complete' || state === 'failed'

/**
 * A job is kept only as it has come further: its server has no progress of it before its first object, nor once it has forgotten
 * it, and both look the same. The end of a job is further than the progress of the same time.
 */
function progressedOf(progress: JobProgress): number {
  if (progress.state === 'unknown') return -2
  if (progress.state === 'waiting') return -1
  return (Date.parse(progress.updatedAt) || 0) * 2 + (isOver(progress) ? 1 : 0)
}

/** While a job runs, each list would have it to be written again. */
function isNews(progressed: number, before: number): boolean {
  const isRunning = before >= 0 && before % 2 === 0 && progressed % 2 === 0
  return isRunning ? progressed - before >= BEHIND_MS * 2 : progressed > before
}

function cut({ user, progress, ...job }: BatchJob): BatchJob {
  const [bucket, object] = [progress.bucket.slice(0, MAX_TEXT), progress.object.slice(0, MAX_TEXT)]
  return { ...job, user: user.slice(0, MAX_TEXT), progress: { ...progress, bucket, object } }
}

function toPast(job: BatchJob, canceled: number): PastBatchJob {
  const { progress } = job
  if (progress.state === 'complete' || progress.state === 'failed') {
    return { ...job, state: progress.state, endedAt: progress.updatedAt }
  }
  return canceled === 0
    ? { ...job, state: 'unknown', endedAt: '' }
    : { ...job, state: 'canceled', endedAt: new Date(canceled).toISOString() }
}
