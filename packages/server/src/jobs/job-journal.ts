import {
  type JobSpec,
  NAMED_OBJECT_FAILURES,
  REPORT_ENTRIES,
  type ReportEntry,
  type SyncEntry,
} from '@cooperage/contract'
import type { ConsoleStore, FeatureTables, Statement } from '../shared/console-store/console-store.ts'
import type { ItemFailure } from './job-kind.ts'
import type { Event, JobChange, JobState, StoredPage } from './job-record.ts'

/** Events kept of a job: the latest ones. */
const KEPT_EVENTS = 200

/** The spec can be large and never changes; the page changes with every page. */
const MIGRATIONS = [
  `CREATE TABLE jobs (id TEXT PRIMARY KEY, created_at BIGINT NOT NULL, spec TEXT NOT NULL, state TEXT NOT NULL, page TEXT);
   CREATE TABLE job_failures (job TEXT NOT NULL, seq BIGINT NOT NULL, path TEXT NOT NULL, message TEXT NOT NULL, PRIMARY KEY (job, seq));
   CREATE TABLE job_events (job TEXT NOT NULL, seq BIGINT NOT NULL, event TEXT NOT NULL, PRIMARY KEY (job, seq))`,
  'ALTER TABLE job_failures ADD COLUMN recursive BIGINT NOT NULL DEFAULT 0',
  // The message for a page in another language.
  'ALTER TABLE job_failures ADD COLUMN text TEXT',
  'CREATE TABLE job_report (job TEXT NOT NULL, seq BIGINT NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (job, seq))',
  'ALTER TABLE job_failures ADD COLUMN storage_request_id TEXT',
]

const SIZES = `SELECT id, octet_length(spec) + octet_length(state) + coalesce(octet_length(page), 0)
    + (SELECT coalesce(sum(octet_length(path) + octet_length(message) + coalesce(octet_length(text), 0)), 0) FROM job_failures WHERE job = jobs.id)
    + (SELECT coalesce(sum(octet_length(event)), 0) FROM job_events WHERE job = jobs.id)
    + (SELECT coalesce(sum(octet_length(entry)), 0) FROM job_report WHERE job = jobs.id) AS bytes
  FROM jobs WHERE id IN (SELECT value FROM json_each(?))`

/** Jobs in the console's store. What a resolved call has stored survives a crash and a power failure. */
export class JobJournal {
  readonly #tables: FeatureTables

  constructor(store: ConsoleStore) {
    this.#tables = store.tables('jobs', MIGRATIONS)
  }

  async add(state: JobState, spec: JobSpec, events: readonly Event[]): Promise<void> {
    const row = [state.id, state.createdAt, json(spec), json(state), null] as const
    await this.#tables.batch([['INSERT INTO jobs VALUES (?, ?, ?, ?, ?)', ...row], ...addEvents(state.id, events)])
  }

  /** All jobs, in the order of their creation. */
  async states(): Promise<JobState[]> {
    const rows = await this.#tables.all('SELECT state FROM jobs ORDER BY created_at, id')
    return rows.map(({ state }) => JSON.parse(String(state)))
  }

  /** What a job needs to continue. @throws Error for an unknown job */
  async work(id: string): Promise<{ spec: JobSpec; page: StoredPage | undefined }> {
    const [row] = await this.#tables.all('SELECT spec, page FROM jobs WHERE id = ?', id)
    if (row === undefined) throw new Error(`The journal has no job ${id}.`)
    return {
      spec: JSON.parse(String(row.spec)),
      page: typeof row.page === 'string' ? JSON.parse(row.page) : undefined,
    }
  }

  /** Stores all of a change or nothing. */
  async save({ state, page, failures = [], entries = [], events = [] }: JobChange): Promise<void> {
    const { id } = state
    const before = state.failed - failures.length
    const listed = failures.slice(0, Math.max(0, NAMED_OBJECT_FAILURES - before))
    const reported = (state.report?.entries ?? 0) - entries.length
    const kept = entries.slice(0, Math.max(0, REPORT_ENTRIES - reported))
    await this.#tables.batch([
      ['UPDATE jobs SET state = ? WHERE id = ?', json(state), id],
      ...(page === undefined ? [] : [setPage(id, page)]),
      ...listed.map((failure, at) => addFailure(id, before + at, failure)),
      ...kept.map(
        (entry, at): Statement => ['INSERT INTO job_report VALUES (?, ?, ?)', id, reported + at, json(entry)],
      ),
      ...addEvents(id, events),
    ])
  }

  /** The entries of a report, in the order in which they were found. */
  async report<Entry extends ReportEntry | SyncEntry>(id: string): Promise<Entry[]> {
    const rows = await this.#tables.all('SELECT entry FROM job_report WHERE job = ? ORDER BY seq', id)
    return rows.map(({ entry }) => JSON.parse(String(entry)))
  }

  async log(id: string): Promise<{ events: Event[]; failures: ItemFailure[] }> {
    const events = await this.#tables.all('SELECT event FROM job_events WHERE job = ? ORDER BY seq', id)
    const failures = await this.#tables.all('SELECT * FROM job_failures WHERE job = ? ORDER BY seq', id)
    return {
      events: events.map(({ event }) => JSON.parse(String(event))),
      failures: failures.map(({ path, message, recursive, text, storage_request_id: storageRequestId }) => ({
        path: String(path),
        message: String(message),
        recursive: recursive === 1,
        text: text === null ? undefined : JSON.parse(String(text)),
        ...(storageRequestId !== null && { storageRequestId: String(storageRequestId) }),
      })),
    }
  }

  /** How many bytes each of these jobs occupies. */
  async sizes(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#tables.all(SIZES, json(ids))
    return new Map(rows.map(({ id, bytes }) => [String(id), Number(bytes)]))
  }

  async remove(id: string): Promise<void> {
    await this.#tables.batch([
      ['DELETE FROM job_failures WHERE job = ?', id],
      ['DELETE FROM job_events WHERE job = ?', id],
      ['DELETE FROM job_report WHERE job = ?', id],
      ['DELETE FROM jobs WHERE id = ?', id],
    ])
  }
}

function setPage(id: string, page: StoredPage | null): Statement {
  return ['UPDATE jobs SET page = ? WHERE id = ?', page === null ? null : json(page), id]
}

function addFailure(id: string, seq: number, failure: ItemFailure): Statement {
  const { path, message, recursive = false, text, storageRequestId = null } = failure
  return [
    'INSERT INTO job_failures VALUES (?, ?, ?, ?, ?, ?, ?)',
    id,
    seq,
    path,
    message,
    Number(recursive),
    text ? json(text) : null,
    storageRequestId,
  ]
}

function addEvents(id: string, events: readonly Event[]): Statement[] {
  if (events.length === 0) return []
  const next = 'SELECT coalesce(max(seq), 0) + 1 FROM job_events WHERE job = ?'
  return [
    ...events.map((event): Statement => [`INSERT INTO job_events VALUES (?, (${next}), ?)`, id, id, json(event)]),
    [`DELETE FROM job_events WHERE job = ? AND seq <= (${next}) - ?`, id, id, KEPT_EVENTS + 1],
  ]
}

const json = JSON.stringify
