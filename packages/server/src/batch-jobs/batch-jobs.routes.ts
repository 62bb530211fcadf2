import {
  AppError,
  cancelBatchJob,
  describeBatchJob,
  findInBatchJob,
  getBatchJob,
  JOB_TYPES,
  JOB_WARNINGS,
  type JobFinding,
  type JobProblem,
  type JobProgress,
  listBatchJobs,
  listPastBatchJobs,
  MAX_LISTED_JOBS,
  startBatchJob,
} from '@cooperage/contract'
import {
  accountInfo,
  type BatchJobStatus,
  batchJobStatus,
  cancelBatchJob as cancel,
  describeBatchJob as describe,
  listBatchJobs as list,
  type StorageClient,
  startBatchJob as start,
} from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { inParallel } from '../shared/in-parallel.ts'
import { CANCEL, DESCRIBE, LIST, withJobErrors, withStartErrors } from './batch-job-errors.ts'
import { EndedJobs } from './ended-jobs.ts'
import { PastJobs } from './past-jobs.ts'
import { requireStart } from './require-start.ts'

/** The storage server connects to the other one before it accepts a job. */
const WAITS_FOR_OTHERS = { isLong: true } as const
const PARALLEL = 8

export function batchJobsRoutes(registry: Registry): void {
  const { routes, services } = registry
  const { accounts, computations, now } = services
  const pastJobs = new PastJobs(registry)
  const endedJobs = new EndedJobs(now)

  routes.withSession(listBatchJobs, async ({ session, storage }) => {
    const all = (await withJobErrors(LIST, list(storage))).sort((a, b) => b.startedAt - a.startedAt)
    const shown = all.slice(0, MAX_LISTED_JOBS)
    const progress = new Map<string, JobProgress>()
    await inParallel(shown, PARALLEL, async ({ id }) => {
      const known = endedJobs.of(session.id, id)
      const current = known ?? (await progressOf(storage, id))
      if (known === undefined) endedJobs.add(session.id, id, current)
      progress.set(id, current)
    })
    const items = shown.map(({ id, type, user, startedAt }) => ({
      id,
      type: typeOf(type),
      user,
      startedAt: isoTime(startedAt),
      progress: progress.get(id) ?? UNKNOWN,
    }))
    pastJobs.see(items)
    return { items, left: all.length - shown.length }
  })

  routes.withSession(listPastBatchJobs, async ({ storage }) => {
    const listed = await withJobErrors(LIST, list(storage))
    return { items: await pastJobs.without(new Set(listed.map(({ id }) => id))) }
  })

  routes.withSession(getBatchJob, async ({ query: { id }, session, storage }) => {
    const status = await withJobErrors(LIST, batchJobStatus(storage, id))
    if (status === undefined && !(await withJobErrors(LIST, list(storage))).some((job) => job.id === id)) {
      throw new AppError('NoSuchBatchJob')
    }
    const progress = toProgress(status)
    const isOver = progress.state !== 'running' && progress.state !== 'waiting'
    return { progress, total: isOver ? null : await totalOf(storage, id, session.account) }
  })

  routes.withSession(describeBatchJob, async ({ query: { id }, session, storage }) => {
    const text = await withJobErrors(DESCRIBE, describe(storage, id))
    const yaml = await computations.run(session.account, 'shownBatchJob', text)
    if (yaml === undefined) throw new AppError('StorageUnreadable')
    return { yaml }
  })

  routes.withSession(findInBatchJob, async ({ body: { yaml }, session, storage }) => {
    await requireStart(services, session, storage)
    const { findings } = await computations.run(session.account, 'readBatchJob', yaml)
    return { findings }
  })

  routes.withSession(
    startBatchJob,
    async ({ body: { yaml }, session, storage }) => {
      await requireStart(services, session, storage)
      const { type, findings, places, key } = await computations.run(session.account, 'readBatchJob', yaml)
      const wrong = findings.find(({ problem }) => !JOB_WARNINGS.includes(problem))
      if (wrong) throw new AppError('InvalidBatchJob', { reason: wordsOf(wrong) })
      const endpoint = places.find(({ remote }) => remote !== undefined)?.remote?.endpoint
      const remote = endpoint === undefined ? undefined : new URL(endpoint).host
      const isSignedIn = async () => (await accounts.refresh(session, storage)).hasPolicy
      const user = await accounts.nameOf(session, storage)
      const id = await withStartErrors({ remote, key }, isSignedIn, start(storage, yaml))
      pastJobs.see([{ id, type: typeOf(type ?? ''), user, startedAt: isoTime(now()), progress: WAITING }])
      return { id }
    },
    WAITS_FOR_OTHERS,
  )

  /** How many objects a job has before it, as far as the visitor may know. */
  async function totalOf(storage: StorageClient, id: string, account: string): Promise<number | null> {
    try {
      const [text, { buckets }] = await Promise.all([
        withJobErrors(DESCRIBE, describe(storage, id)),
        withJobErrors(LIST, accountInfo(storage)),
      ])
      const whole = await computations.run(account, 'wholeBucketOf', text)
      // Servers count now and then, and not at once.
      return buckets.find(({ name }) => name === whole)?.objects || null
    } catch (error) {
      if (error instanceof AppError && error.code !== 'SessionEnded') return null
      throw error
    }
  }

  routes.withSession(cancelBatchJob, async ({ query: { id }, storage }) => {
    // A server says yes to a job that it doesn't have, too. Whoever may not list jobs knows only what the server said.
    const isThere = await list(storage).then(
      (jobs) => jobs.some((job) => job.id === id),
      () => true,
    )
    await withJobErrors(CANCEL, cancel(storage, id))
    if (isThere) pastJobs.cancel(id, now())
  })
}

const typeOf = (type: string) => JOB_TYPES.find((one) => one === type) ?? ('other' as const)

/** For scripts: pages have asked for the findings, and say them in their language. */
function wordsOf({ line, problem, field, value, detail }: JobFinding): string {
  const words: Record<JobProblem, string> = {
    syntax: detail,
    notOneJob: `it has to be one of ${JOB_TYPES.join(', ')}`,
    unknownField: `${field} isn’t a field`,
    missingField: `${field} is missing`,
    wrongValue: value === null ? `${field} has to be one of ${detail}` : `${field} has to be of type ${value}`,
    noFields: `${field} has to have fields`,
    noList: `${field} has to be a list with at least one entry`,
    hiddenSecret: `${field} is hidden and has to be entered again`,
    twoLocal: 'source or target has to have the endpoint of another server',
    twoRemote: 'source or target has to have no endpoint',
    wrongEndpoint: `${field} has to begin with http:// or https://`,
    noKey: `${field} needs a key`,
    matchesAll: `${field} matches everything`,
  }
  return `line ${line}: ${words[problem]}`
}

const UNKNOWN: JobProgress = {
  state: 'unknown',
  updatedAt: '',
  retries: 0,
  objects: 0,
  failed: 0,
  deleteMarkers: 0,
  failedDeleteMarkers: 0,
  bytes: null,
  failedBytes: null,
  bucket: '',
  object: '',
}

const WAITING: JobProgress = { ...UNKNOWN, state: 'waiting' }

/** One job that can't be read doesn't hide the others. */
async function progressOf(storage: StorageClient, id: string): Promise<JobProgress> {
  try {
    return toProgress(await withJobErrors(LIST, batchJobStatus(storage, id)))
  } catch (error) {
    if (error instanceof AppError && error.code !== 'SessionEnded') return UNKNOWN
    throw error
  }
}

function toProgress(status: BatchJobStatus | undefined): JobProgress {
  if (status === undefined) return WAITING
  const { isComplete, isFailed, updatedAt, bytes, failedBytes, ...rest } = status
  return {
    ...rest,
    state: isFailed ? 'failed' : isComplete ? 'complete' : 'running',
    updatedAt: isoTime(updatedAt),
    bytes: bytes ?? null,
    failedBytes: failedBytes ?? null,
  }
}

const isoTime = (time: number) => (time > 0 ? new Date(time).toISOString() : '')
