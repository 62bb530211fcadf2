/** Batch jobs, which a storage server runs on its own: replicate, expire, or encrypt with another key what is in a bucket. */
import * as z from 'zod/mini'
import { COMPUTATION_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { failureText } from '../text.ts'
import { JOB_TYPES, JOB_VALUES } from './job-fields.ts'

/** Longest definition in characters. */
export const MAX_JOB_YAML = 64 * 1024

const jobId = z.string().check(z.regex(/^[\w:-]{1,128}$/))
const ofJob = z.strictObject({ id: jobId })
const definition = z.strictObject({ yaml: z.string().check(z.minLength(1), z.maxLength(MAX_JOB_YAML)) })

/** `waiting`: it hasn't come to its first object. Servers forget canceled jobs. `unknown`: the server didn't say. */
export const JOB_STATES = ['waiting', 'running', 'complete', 'failed', 'unknown'] as const
export type JobState = (typeof JOB_STATES)[number]

const progress = z.object({
  state: z.enum(JOB_STATES),
  /** ISO 8601; '' until it came to its first object. Running servers write it every few seconds. */
  updatedAt: z.string(),
  /** How often it went through the objects again, because some had failed. */
  retries: z.number(),
  /** Versions of objects, without delete markers. */
  objects: z.number(),
  failed: z.number(),
  deleteMarkers: z.number(),
  failedDeleteMarkers: z.number(),
  /** null for a job that copies nothing. */
  bytes: z.nullable(z.number()),
  failedBytes: z.nullable(z.number()),
  /** What it last came to; '' before. */
  bucket: z.string(),
  object: z.string(),
})
export type JobProgress = z.infer<typeof progress>

const listed = z.object({
  id: z.string(),
  /** `other`: one that this console doesn't know. */
  type: z.enum([...JOB_TYPES, 'other']),
  /** Who started it. */
  user: z.string(),
  /** ISO 8601. */
  startedAt: z.string(),
  progress,
})
export type BatchJob = z.infer<typeof listed>

/** More are only counted: each takes a call to the storage server. */
export const MAX_LISTED_JOBS = 100

export const listBatchJobs = route('batchJobs.list', 'GET /api/v1/admin/batch-jobs', {
  summary: 'Lists the batch jobs that the storage server knows, the newest first, with their progress.',
  response: z.object({
    items: z.array(listed),
    /** How many older ones there are. */
    left: z.number(),
  }),
})

/** The console keeps so many, because servers forget jobs. */
export const MAX_PAST_JOBS = 300

/** `unknown`: the server forgot it before the console saw its end. */
export const PAST_JOB_STATES = ['complete', 'failed', 'canceled', 'unknown'] as const
export type PastJobState = (typeof PAST_JOB_STATES)[number]

const past = z.object({
  ...listed.shape,
  state: z.enum(PAST_JOB_STATES),
  /** When it was canceled, or its last progress; ISO 8601, '' if that isn't known. */
  endedAt: z.string(),
})
export type PastBatchJob = z.infer<typeof past>

export const listPastBatchJobs = route('batchJobs.past', 'GET /api/v1/admin/batch-jobs/past', {
  summary: 'Lists the batch jobs that the console has seen and the storage server has forgotten, the newest first.',
  response: z.object({ items: z.array(past) }),
})

export const getBatchJob = route('batchJobs.progress', 'GET /api/v1/admin/batch-jobs/progress', {
  summary: 'Returns the progress of a batch job.',
  query: ofJob,
  response: z.object({
    progress,
    /** Objects in its bucket, if it copies all of them and the visitor may view the definition; otherwise null. */
    total: z.nullable(z.number()),
  }),
  errors: ['NoSuchBatchJob', ...COMPUTATION_ERRORS],
})
export type BatchJobProgress = z.infer<NonNullable<(typeof getBatchJob)['response']>>

export const describeBatchJob = route('batchJobs.definition', 'GET /api/v1/admin/batch-jobs/definition', {
  summary: 'Returns the definition of a batch job as YAML, without its secrets.',
  query: ofJob,
  response: z.object({ yaml: z.string() }),
  errors: ['NoSuchBatchJob', ...COMPUTATION_ERRORS],
})

export const JOB_PROBLEMS = [
  'syntax',
  'notOneJob',
  'unknownField',
  'missingField',
  'wrongValue',
  'noFields',
  'noList',
  'hiddenSecret',
  'twoLocal',
  'twoRemote',
  'wrongEndpoint',
  'noKey',
  'matchesAll',
] as const
export type JobProblem = (typeof JOB_PROBLEMS)[number]

/** Problems with which a job can be started. */
export const JOB_WARNINGS: readonly JobProblem[] = ['matchesAll']

const finding = z.object({
  /** From 1. */
  line: z.number(),
  problem: z.enum(JOB_PROBLEMS),
  /** The field that it is about, `source.bucket`; '' for all. */
  field: z.string(),
  /** What the value has to be, for `wrongValue`; null if it has to be one of `detail`. */
  value: z.nullable(z.enum(JOB_VALUES)),
  /** The parser's words for `syntax`, and the values that are allowed; otherwise ''. */
  detail: z.string(),
})
export type JobFinding = z.infer<typeof finding>

export const findInBatchJob = route('batchJobs.findings', 'POST /api/v1/admin/batch-jobs/findings', {
  audit: 'none',
  summary: 'Lists what is wrong with the definition of a batch job, without connecting anywhere.',
  body: definition,
  response: z.object({ findings: z.array(finding) }),
  errors: COMPUTATION_ERRORS,
})

const checkedPlace = z.object({
  role: z.enum(['bucket', 'source', 'target']),
  /** Host of the other server; '' for the storage server of this console, and for an address that isn't one. */
  host: z.string(),
  bucket: z.string(),
  /** `empty`: nothing there has a prefix of the job. `unchecked`: the console may not connect there, the visitor may not list it, or only a later prefix may match. */
  state: z.enum(['found', 'empty', 'failed', 'unchecked']),
  /** Why it failed or wasn't checked; '' otherwise. `text` has the words in other languages. */
  failure: z.string(),
  text: failureText,
})
export type CheckedPlace = z.infer<typeof checkedPlace>

export const checkBatchJob = route('batchJobs.check', 'POST /api/v1/admin/batch-jobs/check', {
  audit: 'test',
  summary: 'Checks the definition of a batch job, and whether its buckets can be listed, also on the other server.',
  body: definition,
  response: z.object({
    /** null if the definition isn't that of a job. */
    type: z.nullable(z.enum(JOB_TYPES)),
    findings: z.array(finding),
    places: z.array(checkedPlace),
  }),
  errors: COMPUTATION_ERRORS,
})

export type CheckedJob = z.infer<NonNullable<(typeof checkBatchJob)['response']>>

export const startBatchJob = route('batchJobs.start', 'POST /api/v1/admin/batch-jobs', {
  summary: 'Starts a batch job. Its secrets are passed to the storage server, and not kept by the console.',
  body: definition,
  response: z.object({ id: z.string() }),
  errors: [
    'InvalidBatchJob',
    'BatchJobRefused',
    'BatchJobDenied',
    'RemoteKeysRefused',
    'NoSuchKmsKey',
    ...COMPUTATION_ERRORS,
  ],
})

export const cancelBatchJob = route('batchJobs.cancel', 'DELETE /api/v1/admin/batch-jobs', {
  summary: 'Cancels a batch job, which the storage server then forgets. What it has done stays.',
  query: ofJob,
  errors: ['NoSuchBatchJob'],
})
