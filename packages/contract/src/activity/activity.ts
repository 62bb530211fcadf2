/** What the storage server does in the background: its scanner, lifecycle rules and replication. */
import * as z from 'zod/mini'
import { route } from '../route.ts'

/** More places are only counted: a cluster scans one on each drive. */
export const MAX_SCANNED_PATHS = 20

/** What lifecycle rules did; `restored` are copies that a restore had made, `other` what this console doesn't know. */
export const LIFECYCLE_KINDS = ['expired', 'transitioned', 'restored', 'other'] as const
export type LifecycleKind = (typeof LIFECYCLE_KINDS)[number]

/** Since the servers were started, and in the last minute. */
const counts = z.object({ total: z.number(), lastMinute: z.number() })

/**
 * Versions since the servers were started, and whether any was in the last minute: MinIO counts those of the last minute in batches
 * of any size.
 */
const applied = z.object({ total: z.number(), isRecent: z.boolean() })

export const getScannerActivity = route('activity.scanner', 'GET /api/v1/admin/activity/scanner', {
  summary: 'Returns what the scanner of the storage server does, and what lifecycle rules did.',
  response: z.object({
    /** ISO 8601, by the clock of the storage server. */
    collectedAt: z.string(),
    /** The nodes that answered, as `host:port`. */
    nodes: z.array(z.string()),
    /** The nodes that didn't, whose part is missing in all figures. */
    silentNodes: z.array(z.string()),
    /** The number of the running cycle; 0 between two. */
    cycle: z.number(),
    /** When the running cycle began, or the last one; ISO 8601, '' if unknown. */
    startedAt: z.string(),
    /** When the last complete cycle ended; ISO 8601, '' before the first. */
    endedAt: z.string(),
    /** How long it took; null while the next one is running, because servers forget it. */
    lastSeconds: z.nullable(z.number()),
    /** Average time from the end of a cycle to the end of the next, with the pause; null before the second. */
    betweenSeconds: z.nullable(z.number()),
    /** Buckets that are being scanned. */
    buckets: z.number(),
    /** Folders that are being scanned, at most 20, and how many more. */
    paths: z.array(z.string()),
    morePaths: z.number(),
    objects: counts,
    /** null from servers that don't count them. */
    versions: z.nullable(counts),
    /** Versions for which lifecycle rules were looked up; null from servers that don't count them, or haven't yet. */
    checked: z.nullable(z.number()),
    lifecycle: z.object({ expired: applied, transitioned: applied, restored: applied, other: applied }),
  }),
})
export type ScannerActivity = z.infer<NonNullable<(typeof getScannerActivity)['response']>>

/** Sizes in bytes. */
export const getCountedUsage = route('activity.usage', 'GET /api/v1/admin/activity/usage', {
  summary: 'Returns when the storage server last counted what is stored, and what was not replicated then.',
  response: z.object({
    /** ISO 8601; '' if it hasn't counted yet. */
    countedAt: z.string(),
    /** Objects that wait for replication, and those whose replication failed and is tried again. */
    replication: z.object({
      pending: z.number(),
      pendingBytes: z.number(),
      failed: z.number(),
      failedBytes: z.number(),
    }),
  }),
})
export type CountedUsage = z.infer<NonNullable<(typeof getCountedUsage)['response']>>

/** Servers update these figures every ten seconds. Each is null if no node reports it: a server that applies its rules at once has no such queue. */
export const getLifecycleQueue = route('activity.lifecycleQueue', 'GET /api/v1/admin/activity/lifecycle-queue', {
  summary: 'Returns how many objects wait until lifecycle rules are applied to them.',
  response: z.object({
    /** The nodes whose figures are included, as `host:port`. */
    nodes: z.array(z.string()),
    expiryPending: z.nullable(z.number()),
    transitionPending: z.nullable(z.number()),
    /** Objects that are being moved to a tier. */
    transitionActive: z.nullable(z.number()),
  }),
})
export type LifecycleQueue = z.infer<NonNullable<(typeof getLifecycleQueue)['response']>>

/** The console keeps so many. */
export const MAX_DRIVE_EVENTS = 200

const driveEvent = z.object({
  /** When it was first seen, ISO 8601. */
  time: z.string(),
  server: z.string(),
  /** Its path; '' for the server itself. */
  drive: z.string(),
  /** `ok`, `healing` or what is wrong, in the word of the server; of servers `online`, `offline` or `initializing`. '' for what is new. */
  from: z.string(),
  /** '' for what is gone. */
  to: z.string(),
})
export type DriveEvent = z.infer<typeof driveEvent>

export const listDriveEvents = route('activity.driveEvents', 'GET /api/v1/admin/activity/drive-events', {
  summary:
    'Lists changes of the state of servers and drives, the newest first, as visitors of the console saw them: this call and the dashboard look.',
  response: z.object({ items: z.array(driveEvent) }),
})
