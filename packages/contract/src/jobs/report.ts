/** The report of a migration. */
import * as z from 'zod/mini'
import { route } from '../route.ts'
import { LOSSES, taken } from '../servers/index.ts'
import { failureText } from '../text.ts'
import { jobParams } from './jobs.ts'

/** What a report says about a bucket, an object or a version, by its name. */
export const reportEntry = z.object({
  /**
   * Of the bucket:
   * - `settingKept`, `settingLost`: `name` is one of BUCKET_SETTINGS, `item` a rule of it
   *
   * Of an object or a version:
   * - `missing`: the target doesn't have it
   * - `extra`: only the target has it; nothing is deleted there
   * - `newer`: the target has a newer object, which was left alone
   * - `content`, `metadata`, `tags`, `lock`: differs
   * - `unread`: couldn't be compared
   */
  kind: z.enum([
    'settingKept',
    'settingLost',
    'missing',
    'extra',
    'newer',
    'content',
    'metadata',
    'tags',
    'lock',
    'unread',
  ]),
  name: z.string(),
  /** The version at the source, or of an `extra` at the target; '' without versions. */
  version: z.string(),
  item: z.string(),
  reason: z.string(),
  text: failureText,
})
export type ReportEntry = z.infer<typeof reportEntry>

/** Entries that are kept of a report; others are only counted. */
export const REPORT_ENTRIES = 10_000

export const reportCounts = z.object({
  /** Versions and delete markers at the source, as the verification listed them, and their size. */
  versions: z.number(),
  deleteMarkers: z.number(),
  bytes: z.number(),
  /** Of these: the same at the target. */
  equal: z.number(),
  /** How the contents of these were compared: by an equal ETag, or by reading both sides. */
  byEtag: z.number(),
  byReading: z.number(),
  /** Those whose bytes were read on both sides although their ETags are equal, and how many bytes. */
  sampled: z.number(),
  sampledBytes: z.number(),
  /** Whose tags or locks had changed at the source since they were copied, and were updated at the target. */
  updated: z.number(),
  /** Differences, also those that aren't named. */
  differences: z.number(),
})
export type ReportCounts = z.infer<typeof reportCounts>

export const migrationReport = z.object({
  job: z.string(),
  source: z.object({ server: z.string(), bucket: z.string() }),
  /** With the title of its server, which others may have too, and its name. */
  target: z.object({ server: z.string(), server_name: z.string(), bucket: z.string() }),
  taken: z.object(taken),
  status: z.string(),
  /** ISO 8601; '' until it ends. */
  started: z.string(),
  ended: z.string(),
  /** What this run copied, found at the target already, and failed to copy. */
  copied: z.number(),
  copiedBytes: z.number(),
  skipped: z.number(),
  failed: z.number(),
  counts: reportCounts,
  /** What the target didn't keep of the objects that this run copied, and of how many. */
  lost: z.array(z.object({ what: z.enum(LOSSES), count: z.number() })),
  /** The first REPORT_ENTRIES. */
  entries: z.array(reportEntry),
})
export type MigrationReport = z.infer<typeof migrationReport>

/** A job of another account needs `admin:ListServiceAccounts`. */
export const getJobReport = route('jobs.report', 'GET /api/v1/jobs/:id/report', {
  summary: 'Returns the verification report of a migration, as far as it is.',
  params: jobParams,
  response: migrationReport,
  errors: ['NoSuchJob', 'NoJobs'],
})
