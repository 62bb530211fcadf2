/** Syncs: what repeatedly copies from one storage server to another what is new (decision 44). */
import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { objectFailure } from '../objects/index.ts'
import { route } from '../route.ts'
import { LOSSES } from '../servers/index.ts'
import { failureText } from '../text.ts'
import { jobParams, jobStatus } from './jobs.ts'

/** Runs that are kept of a sync, with their reports. */
export const SYNC_RUNS = 30
/** Syncs of an account. */
export const MAX_SYNCS = 50
/** A run that would delete more objects than this, and more than half of those at the target, asks first. */
export const SYNC_DELETIONS = 100
/** Objects that the report of a run names, copied and deleted; others are only counted. */
export const SYNC_ENTRIES = 10_000

/**
 * - `once`: now, and later only when you start it
 * - `hour`: now, and every hour
 * - `day`: every day at `at`, hours and minutes in UTC, which the others don't have
 */
const every = z.enum(['once', 'hour', 'day'])
const schedule = z
  .strictObject({ every, at: z._default(z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/)), '') })
  .check(z.refine((one) => (one.every === 'day') === (one.at !== ''), 'a time of day is that of every day'))
export type SyncSchedule = z.infer<typeof schedule>

const bucket = z.string().check(z.minLength(1), z.maxLength(255))
/** '' for the whole bucket. */
const folder = z.string().check(
  z.maxLength(1024),
  z.refine((path) => path === '' || path.endsWith('/'), 'a folder ends in a slash'),
)

/** From a bucket or folder here to one of another storage server, of which it becomes a copy. */
const syncSpec = z.strictObject({
  bucket,
  prefix: z._default(folder, ''),
  /** The name of the other server. */
  server: z.string().check(z.minLength(1), z.maxLength(40)),
  target_bucket: bucket,
  target_prefix: z._default(folder, ''),
  schedule,
  /** Whether what the source doesn't have is deleted at the target. */
  deletes: z._default(z.boolean(), false),
})
export type SyncSpec = z.infer<typeof syncSpec>

/** A run of a sync. It is a job (`jobs.control` pauses and cancels it). Times in ISO 8601. */
export const syncRun = z.object({
  id: z.string(),
  status: jobStatus,
  phase: z.enum(['copy', 'delete']),
  started: z.string(),
  /** '' until it ends. */
  ended: z.string(),
  copied: z.number(),
  bytes: z.number(),
  deleted: z.number(),
  /** The same on both sides already. */
  skipped: z.number(),
  /** Of these, objects whose contents couldn't be compared, because they are encrypted or cut into other parts. */
  uncompared: z.number(),
  failed: z.number(),
  /** How many objects the source has, of which those are `copied`, `skipped` or `failed` that it has settled; 0 until they are counted. */
  total: z.number(),
  /** Objects settled per second, over the last seconds. */
  rate: z.number(),
  /** Why it is waiting or has stopped; '' if there is nothing to say. */
  problem: z.string(),
  text: failureText,
})
export type SyncRun = z.infer<typeof syncRun>

export const sync = z.object({
  id: z.string(),
  /** The account that created it. */
  owner: z.string(),
  bucket: z.string(),
  prefix: z.string(),
  /** The name of the other server, and what people call it. */
  server: z.string(),
  server_title: z.string(),
  target_bucket: z.string(),
  target_prefix: z.string(),
  schedule: z.object({ every, at: z.string() }),
  deletes: z.boolean(),
  /** Whether it starts by its schedule. */
  enabled: z.boolean(),
  created: z.string(),
  /** When it starts next, ISO 8601; '' if it doesn't by itself. */
  next: z.string(),
  /** The latest run. */
  last: z.optional(syncRun),
  /** Whether somebody has to look: the latest run is paused, waits for a server, has stopped, or couldn't copy everything. */
  needs_attention: z.boolean(),
  /** The latest run stopped because it would have deleted so many of so many objects at the target: waits to be confirmed. */
  unconfirmed: z.optional(z.object({ run: z.string(), deletions: z.number(), objects: z.number() })),
})
export type Sync = z.infer<typeof sync>

/** With `everyone`, which needs `admin:ListServiceAccounts`, the syncs of all accounts. */
export const listSyncs = route('syncs.list', 'GET /api/v1/syncs', {
  summary: 'Lists your syncs from this storage server to others, or those of all accounts.',
  query: z.strictObject({ everyone: z._default(z.stringbool(), false) }),
  response: z.array(sync),
  errors: ['NoOtherServers', 'NoJobs'],
})

/**
 * Keys of syncs, also of those that were deleted or changed, that couldn't be removed from a server yet. The console tries again
 * and again, because they don't expire. With `everyone`, which needs `admin:ListServiceAccounts`, those of all accounts.
 */
export const listSyncKeysLeft = route('syncs.keysLeft', 'GET /api/v1/syncs/keys-left', {
  summary: 'Lists the access keys of your syncs that storage servers still have although they are to be removed.',
  query: z.strictObject({ everyone: z._default(z.stringbool(), false) }),
  response: z.array(
    z.object({
      /** The ID of the sync, which the description of the key has. */
      sync: z.string(),
      bucket: z.string(),
      prefix: z.string(),
      /** What people call the servers that may still have a key. */
      servers: z.array(z.string()),
    }),
  ),
  errors: ['NoOtherServers', 'NoJobs'],
})

/** `token` is the permission of the console of the other server, `servers.permitCopies`, which is used up. */
const wanted = z.strictObject({ sync: syncSpec, token: z.string().check(z.minLength(1), z.maxLength(100)) })
const SAVE_ERRORS = [
  ...BUCKET_ERRORS,
  ...(['CopyNotPermitted', 'SyncNeedsKeys', 'SyncIntoItself', 'SyncTargetTaken', 'SyncConflict'] as const),
  ...(['NoOtherServers', 'NoJobs', 'OtherServerUnreachable'] as const),
] as const

/**
 * Creates a sync, with an access key for it on each server that can do no more than it needs and exists as long as the sync. A
 * storage server that has no such keys can't have syncs.
 */
export const createSync = route('syncs.create', 'POST /api/v1/syncs', {
  summary: 'Creates a sync to another storage server at this address.',
  body: wanted,
  status: 201,
  response: sync,
  errors: [...SAVE_ERRORS, 'TooManySyncs'],
})

const syncParams = z.strictObject({ id: z.string().check(z.maxLength(64)) })

/** Replaces everything of a sync but its runs, and its access keys by new ones. A run that hasn't ended is canceled. */
export const changeSync = route('syncs.change', 'PUT /api/v1/syncs/:id', {
  summary: 'Changes a sync, and gives it new access keys.',
  params: syncParams,
  body: wanted,
  response: sync,
  errors: [...SAVE_ERRORS, 'NoSuchSync'],
})

/**
 * - `run`: starts a run now, unless one hasn't ended
 * - `pause`: no run starts any more; one that hasn't ended is canceled
 * - `resume`: runs start by the schedule again
 * - `confirm`: starts a run that may delete as many objects as `run` wanted to, which has to be the latest one of the sync as it
 *   is now
 */
const syncControl = z.discriminatedUnion('action', [
  z.strictObject({ action: z.enum(['run', 'pause', 'resume']) }),
  z.strictObject({ action: z.literal('confirm'), run: z.string().check(z.maxLength(64)) }),
])
export type SyncControl = z.infer<typeof syncControl>

export const controlSync = route('syncs.control', 'POST /api/v1/syncs/:id', {
  summary: 'Runs, pauses or resumes a sync, or confirms the deletions of a run.',
  params: syncParams,
  body: syncControl,
  response: sync,
  errors: [
    ...(['NoSuchSync', 'SyncTargetTaken', 'SyncConflict', 'NothingToConfirm'] as const),
    ...(['NoOtherServers', 'NoJobs'] as const),
  ],
})

/** What it has copied stays. Its access keys are removed, and its reports. One of another account needs `admin:RemoveServiceAccount`. */
export const deleteSync = route('syncs.delete', 'DELETE /api/v1/syncs/:id', {
  summary: 'Deletes a sync and its access keys.',
  params: syncParams,
  errors: ['NoSuchSync', 'NoOtherServers', 'NoJobs'],
})

export const listSyncRuns = route('syncs.runs', 'GET /api/v1/syncs/:id/runs', {
  summary: 'Lists the latest runs of a sync, the latest first.',
  params: syncParams,
  response: z.array(syncRun),
  errors: ['NoSuchSync', 'NoOtherServers', 'NoJobs'],
})

/** An object that a run has copied or deleted, by its name below the folder. */
export const syncEntry = z.object({ kind: z.enum(['copied', 'deleted']), name: z.string() })
export type SyncEntry = z.infer<typeof syncEntry>

export const syncReport = z.extend(syncRun, {
  source: z.object({ server: z.string(), bucket: z.string(), prefix: z.string() }),
  target: z.object({ server: z.string(), bucket: z.string(), prefix: z.string() }),
  deletes: z.boolean(),
  /** What the target didn't keep, and of how many objects. */
  lost: z.array(z.object({ what: z.enum(LOSSES), count: z.number() })),
  /** The first ones; `failed` has the number of all. */
  failures: z.array(objectFailure),
  /** The first SYNC_ENTRIES. */
  entries: z.array(syncEntry),
})
export type SyncReport = z.infer<typeof syncReport>

export const getSyncReport = route('syncs.report', 'GET /api/v1/syncs/runs/:id', {
  summary: 'Returns the report of a run of a sync, as far as it is.',
  params: jobParams,
  response: syncReport,
  errors: ['NoSuchSync', 'NoOtherServers', 'NoJobs'],
})
