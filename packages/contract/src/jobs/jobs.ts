/** Jobs that run in the console without a page. */
import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import {
  existingTarget,
  type FolderContents,
  folderContents,
  NAMED_OBJECT_FAILURES,
  objectFailure,
  objectsChange,
  SELECTION_LIMIT,
  versionsJobSpecs,
} from '../objects/index.ts'
import { route } from '../route.ts'
import { LOSSES, taken } from '../servers/index.ts'
import { failureText } from '../text.ts'

/** How long an ended job is listed. */
export const JOB_DAYS = 7
/** How long the access key of a job is valid: a job that is paused for longer can't be resumed. */
export const JOB_KEY_DAYS = 30

const bucket = z.string().check(z.maxLength(255))

/** '' is the whole bucket, of which only the contents can be meant. */
const key = z.string().check(z.maxLength(1024))
function isKeyOf(path: string, contents: FolderContents | undefined, recursive = true): boolean {
  return contents === undefined ? path !== '' : recursive && (path === '' || path.endsWith('/'))
}
const NOT_ITS_KEY = 'contents are those of a folder or of the whole bucket, recursively'

/** Objects, and folders (`recursive`) with everything below them, or with what a list of them shows. */
const paths = z
  .array(
    z
      .strictObject({
        path: key,
        recursive: z._default(z.boolean(), false),
        contents: z.optional(folderContents),
      })
      .check(z.refine(({ path, contents, recursive }) => isKeyOf(path, contents, recursive), NOT_ITS_KEY)),
  )
  .check(z.minLength(1), z.maxLength(SELECTION_LIMIT))

/** Objects or folders, which end in a slash, with what they become. */
const units = z
  .array(
    z
      .strictObject({
        source: key,
        target: key,
        /** By default whether `source` ends in a slash; `false` for the placeholder of a folder alone. */
        recursive: z.optional(z.boolean()),
        /** What a list of the folder `source` shows goes to the folder `target`. */
        contents: z.optional(folderContents),
      })
      .check(
        z.refine(({ source, contents, recursive }) => isKeyOf(source, contents, recursive), NOT_ITS_KEY),
        z.refine(({ target, contents }) => isKeyOf(target, contents), NOT_ITS_KEY),
      ),
  )
  .check(z.minLength(1), z.maxLength(SELECTION_LIMIT))

const copying = {
  bucket,
  /** '' for the same bucket. */
  target_bucket: z._default(bucket, ''),
  units,
  existing: z._default(existingTarget, 'refuse'),
}

/** What a job does. Each kind does the same as the call of the object browser with its name. */
export const jobSpec = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('delete'),
    bucket,
    paths,
    all_versions: z._default(z.boolean(), false),
    /** Also deletes versions under governance retention; needs its own permission. */
    bypass: z._default(z.boolean(), false),
  }),
  z.strictObject({ kind: z.literal('copy'), ...copying }),
  z.strictObject({ kind: z.literal('move'), ...copying }),
  /** Tags, retention or legal hold of the latest versions. */
  z.strictObject({ kind: z.literal('change'), bucket, paths, change: objectsChange }),
  ...versionsJobSpecs,
])

/** To a bucket of another storage server at this address (decision 40). */
const copyingToServer = {
  ...copying,
  /** Its name. */
  server: z.string().check(z.minLength(1), z.maxLength(40)),
  target_bucket: bucket.check(z.minLength(1)),
}
const toServerSpec = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('copyToServer'), ...copyingToServer }),
  z.strictObject({ kind: z.literal('moveToServer'), ...copyingToServer }),
  /** A whole bucket, with what `taken` names (decision 42). What is there already isn't copied again. */
  z.strictObject({
    kind: z.literal('migrate'),
    bucket,
    server: copyingToServer.server,
    target_bucket: copyingToServer.target_bucket,
    ...taken,
    /** How many versions and delete markers the preflight has counted; 0 if it didn't count all. */
    expected: z._default(z.int().check(z.minimum(0)), 0),
    /** Only these objects, and no settings of the bucket; absent for all. */
    keys: z.optional(
      z.array(z.string().check(z.minLength(1), z.maxLength(1024))).check(z.maxLength(NAMED_OBJECT_FAILURES)),
    ),
  }),
])
export type ToServerSpec = z.infer<typeof toServerSpec>
/** A run of a sync, which only that starts (decision 44). */
export interface SyncRunSpec {
  kind: 'sync'
  bucket: string
  prefix: string
  server: string
  target_bucket: string
  target_prefix: string
  deletes: boolean
  /** How many deletions somebody has confirmed. */
  confirmed: number
  /** As many objects as the run before has found; 0 to count them. */
  expected: number
}
export type JobSpec = z.infer<typeof jobSpec> | ToServerSpec | SyncRunSpec

/**
 * - `queued`: starts when a running job ends
 * - `waiting`: the storage server can't be reached; resumes automatically
 * - `done`: everything was tried; `failed` objects are listed
 * - `stopped`: by an error that affects everything
 */
export const jobStatus = z.enum(['queued', 'running', 'waiting', 'paused', 'done', 'stopped', 'canceled'])
export type JobStatus = z.infer<typeof jobStatus>

/** A job as lists describe it. Times in ISO 8601. */
export const serverJob = z.object({
  id: z.string(),
  kind: z.enum([
    ...['delete', 'copy', 'move', 'copyToServer', 'moveToServer', 'migrate', 'sync', 'change'],
    ...['restore', 'undelete', 'deleteNoncurrent'],
  ] as const),
  /** The account whose permissions it has. */
  owner: z.string(),
  bucket: z.string(),
  /** The first of its objects and folders, and how many there are. */
  first: z.string(),
  items: z.number(),
  /** Present if the job is about what a list of the folder `first` shows. */
  contents: z.optional(folderContents),
  /** Of a job to another storage server: its title and its name. Otherwise ''. */
  server: z.string(),
  server_name: z.string(),
  /** Of a copy or a move: where `first` goes. Otherwise ''. */
  target_bucket: z.string(),
  target: z.string(),
  /** Of a restore: the time. Otherwise ''. */
  at: z.string(),
  status: jobStatus,
  /** Of a migration: what it is doing. Otherwise ''. */
  phase: z.enum(['', 'prepare', 'copy', 'settings', 'verify']),
  /** Of a migration: differences that the verification has found so far. */
  differences: z.number(),
  created: z.string(),
  /** '' until it ends. */
  ended: z.string(),
  /** How many `done`, `skipped` and `failed` will be together; 0 if that isn't known yet: what is in folders is counted ahead. */
  total: z.number(),
  /** How many of these are counted so far, while `total` isn't known; otherwise 0. */
  at_least: z.number(),
  /** Objects, or versions, that are done, and their size in bytes. */
  done: z.number(),
  bytes: z.number(),
  /** Skipped because their target exists, or because they changed after `as_of`. */
  skipped: z.number(),
  failed: z.number(),
  /** How many are done, skipped or failed per second at present. */
  rate: z.number(),
  /** Whether you can retry its failed items. */
  can_retry: z.boolean(),
  /** Whether it works with the keys of a session, and ends with that: a storage server has no keys for jobs. */
  ends_with_session: z.boolean(),
  /** Why it is waiting, paused or stopped; '' if there is nothing to say. */
  problem: z.string(),
  text: failureText,
})
export type ServerJob = z.infer<typeof serverJob>

/** What happened to a job. `account` is the account that caused it, if any. */
export const jobEvent = z.object({
  time: z.string(),
  event: z.enum([
    ...['created', 'started', 'restarted', 'waiting', 'paused', 'resumed', 'canceled', 'stopped', 'done', 'retried'],
  ] as const),
  account: z.string(),
  detail: z.string(),
})
export type JobEvent = z.infer<typeof jobEvent>

export const serverJobDetails = z.extend(serverJob, {
  /** Of a copy or a move to another storage server: what it didn't keep, and of how many objects. */
  lost: z.array(z.object({ what: z.enum(LOSSES), count: z.number() })),
  /** The latest ones, oldest first. */
  events: z.array(jobEvent),
  /** The first ones; `failed` has the number of all. */
  failures: z.array(objectFailure),
})
export type ServerJobDetails = z.infer<typeof serverJobDetails>

/**
 * Starts a job that continues without the page. It uses an access key of your account that is created for it, can do no more
 * than the job needs, and is removed when it ends.
 */
export const createJob = route('jobs.create', 'POST /api/v1/jobs', {
  summary: 'Starts deleting, copying, moving, changing or restoring objects in the console, without the page.',
  body: jobSpec,
  status: 201,
  response: serverJob,
  errors: [...BUCKET_ERRORS, 'InvalidObjectName', 'JobKeyRefused', 'TooManyJobs', 'NoJobs'],
})

/**
 * Starts copying or moving to another storage server at this address. The bytes pass through the console. `token` is the
 * permission of the console there, `servers.permitCopies`, which is used up. Where a storage server has no keys for jobs, the job
 * works with those of the session there.
 */
export const createJobToServer = route('jobs.createToServer', 'POST /api/v1/jobs/to-server', {
  summary: 'Starts copying or moving objects to another storage server at this address.',
  body: z.strictObject({ job: toServerSpec, token: z.string().check(z.minLength(1), z.maxLength(100)) }),
  status: 201,
  response: serverJob,
  errors: [
    ...BUCKET_ERRORS,
    'InvalidObjectName',
    'CopyNotPermitted',
    'MigrationRunning',
    'SyncTargetTaken',
    'SyncConflict',
    'TooManyJobs',
    'NoJobs',
    'OtherServerUnreachable',
  ],
})

/** With `everyone`, which needs `admin:ListServiceAccounts`, the jobs of all accounts. The latest first. */
export const listJobs = route('jobs.list', 'GET /api/v1/jobs', {
  summary: 'Lists your jobs on the server, or those of all accounts.',
  query: z.strictObject({ everyone: z._default(z.stringbool(), false) }),
  response: z.array(serverJob),
  errors: ['NoJobs'],
})

export const jobParams = z.strictObject({ id: z.string().check(z.maxLength(64)) })

/** A job of another account needs `admin:ListServiceAccounts`. */
export const getJob = route('jobs.get', 'GET /api/v1/jobs/:id', {
  summary: 'Returns a job on the server with its log.',
  params: jobParams,
  response: serverJobDetails,
  errors: ['NoSuchJob', 'NoJobs'],
})

/** What is running when a job is paused or canceled is finished first. A job of another account needs `admin:RemoveServiceAccount`. */
export const controlJob = route('jobs.control', 'POST /api/v1/jobs/:id', {
  summary: 'Pauses, resumes or cancels a job on the server.',
  params: jobParams,
  body: z.strictObject({ action: z.enum(['pause', 'resume', 'cancel']) }),
  response: serverJob,
  errors: ['NoSuchJob', 'JobEnded', 'NoJobs'],
})
export type JobAction = 'pause' | 'resume' | 'cancel'

/**
 * Only your own jobs, once, after their end, and if all of their failures are listed. The new job does the same to the failed
 * items.
 */
export const retryJob = route('jobs.retry', 'POST /api/v1/jobs/:id/retry', {
  summary: 'Starts a job on the server that retries the failed items of another.',
  params: jobParams,
  status: 201,
  response: serverJob,
  errors: [...BUCKET_ERRORS, 'NoSuchJob', 'NothingToRetry', 'JobKeyRefused', 'TooManyJobs', 'NoJobs'],
})

/**
 * The same for a job to another storage server. `token` is a new permission of the console there, `servers.permitCopies`, which is
 * used up. A migration of the failed objects verifies these, and writes no settings.
 */
export const retryJobToServer = route('jobs.retryToServer', 'POST /api/v1/jobs/:id/retry-to-server', {
  summary: 'Starts a job to another storage server that retries the failed items of another.',
  params: jobParams,
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(100)) }),
  status: 201,
  response: serverJob,
  errors: [
    ...BUCKET_ERRORS,
    ...(['NoSuchJob', 'NothingToRetry', 'CopyNotPermitted', 'MigrationRunning', 'SyncTargetTaken'] as const),
    ...(['SyncConflict', 'TooManyJobs', 'NoJobs', 'OtherServerUnreachable'] as const),
  ],
})
