import { AppError, type BatchJob, MAX_PAST_JOBS, type PastBatchJob } from '@cooperage/contract'
import type { Services } from '../shared/services.ts'

/** Never change one that was released; add the next one. `console` is the name of one of several storage servers. */
const MIGRATIONS = [
  `CREATE TABLE cooperage_batch_jobs (
    id TEXT NOT NULL, console TEXT NOT NULL, started BIGINT NOT NULL, job TEXT NOT NULL, PRIMARY KEY (console, id)
  )`,
]

/** A job as it was last seen; canceled through this console at `canceledAt`, '' if it wasn't. */
type Kept = BatchJob & { canceledAt: string }

/** A server could send anything. */
const ID = /^[\w:-]{1,128}$/
/** How far the progress that is kept of a running job may be behind. */
const BEHIND_MS = 60_000

/** The batch jobs that the console has seen: storage servers forget theirs. The latest MAX_PAST_JOBS are kept. */
export class PastJobs {
  readonly #store: Services['sharedStore']
  readonly #tables: ReturnType<Services['sharedStore']['tables']>
  readonly #console: string

  constructor({ sharedStore, settings }: Pick<Services, 'sharedStore' | 'settings'>) {
    this.#store = sharedStore
    this.#tables = sharedStore.tables('batch-jobs', MIGRATIONS)
    this.#console = settings.server?.name ?? ''
  }

  /** Those that the storage server no longer lists, the newest first. @throws AppError ConsoleStoreUnavailable */
  async without(listed: ReadonlySet<string>): Promise<PastBatchJob[]> {
    try {
      return (await this.#all()).filter(({ id }) => !listed.has(id)).map(toPast)
    } catch (cause) {
      throw new AppError('ConsoleStoreUnavailable', {}, { cause })
    }
  }

  /** Keeps what is new about jobs. Rejects while the database is unavailable. */
  async see(jobs: readonly BatchJob[]): Promise<void> {
    const kept = new Map((await this.#all()).map((job) => [job.id, job]))
    const news = jobs.filter((job) => ID.test(job.id) && isNews(job, kept.get(job.id)))
    await this.#keep(news.map((job) => ({ ...job, canceledAt: kept.get(job.id)?.canceledAt ?? '' })))
  }

  /** Rejects while the database is unavailable. */
  async cancel(id: string, now: number): Promise<void> {
    const job = (await this.#all()).find((one) => one.id === id)
    if (job !== undefined) await this.#keep([{ ...job, canceledAt: new Date(now).toISOString() }])
  }

  async #all(): Promise<Kept[]> {
    // A console that has kept nothing yet opens no database because somebody opens the page.
    if (!this.#store.isCreated()) return []
    const query = 'SELECT job FROM cooperage_batch_jobs WHERE console = ? ORDER BY started DESC, id'
    return (await this.#tables.all(query, this.#console)).map(({ job }) => JSON.parse(String(job)) as Kept)
  }

  async #keep(jobs: readonly Kept[]): Promise<void> {
    if (jobs.length === 0) return
    await this.#tables.batch([
      ...jobs.map((job): [string, ...(string | number)[]] => [
        `INSERT INTO cooperage_batch_jobs (id, console, started, job) VALUES (?, ?, ?, ?)
          ON CONFLICT (console, id) DO UPDATE SET started = excluded.started, job = excluded.job`,
        ...[job.id, this.#console, Date.parse(job.startedAt) || 0, JSON.stringify(job)],
      ]),
      [
        `DELETE FROM cooperage_batch_jobs WHERE console = ? AND id NOT IN (
          SELECT id FROM cooperage_batch_jobs WHERE console = ? ORDER BY started DESC, id LIMIT ${MAX_PAST_JOBS}
        )`,
        ...[this.#console, this.#console],
      ],
    ])
  }
}

function isNews({ progress }: BatchJob, kept: Kept | undefined): boolean {
  if (kept === undefined) return true
  // Its progress couldn't be read.
  if (progress.state === 'unknown') return false
  const aheadMs = Date.parse(progress.updatedAt) - Date.parse(kept.progress.updatedAt)
  return progress.state !== kept.progress.state || aheadMs >= BEHIND_MS
}

function toPast({ canceledAt, ...job }: Kept): PastBatchJob {
  const { state, updatedAt } = job.progress
  if (state === 'complete' || state === 'failed') return { ...job, state, endedAt: updatedAt }
  return { ...job, state: canceledAt === '' ? 'unknown' : 'canceled', endedAt: canceledAt }
}
