/** Healing of erasure-coded data. */
import * as z from 'zod/mini'
import { bucketParams } from '../buckets/index.ts'
import { route } from '../route.ts'
import { socket } from '../socket.ts'

/**
 * The health of an item: all drives have it (Green), some don't (Yellow), it is lost if another drive fails (Red), or too many are
 * missing to read it (Grey).
 */
export const HEALTH_COLORS = ['Green', 'Yellow', 'Red', 'Grey'] as const
export type HealthColor = (typeof HEALTH_COLORS)[number]

const columns = z.object({ Green: z.number(), Yellow: z.number(), Red: z.number(), Grey: z.number() })
export type HealthColumns = z.infer<typeof columns>

/** Number of drives in each state. */
const driveHealth = z.object({
  color: z.enum(HEALTH_COLORS),
  online: z.number(),
  offline: z.number(),
  missing: z.number(),
  corrupted: z.number(),
})

const healedItem = z.object({
  status: z.enum(['success', 'failure']),
  /** Why it couldn't be healed; '' if it could. */
  detail: z.string(),
  /** `bucket`, `object`, `metadata` or `bucket-metadata`. */
  type: z.string(),
  /** `bucket`, or `bucket/key`. */
  name: z.string(),
  before: driveHealth,
  after: driveHealth,
  size: z.number(),
})
export type HealedItem = z.infer<typeof healedItem>

/** The progress of a heal so far (spec object-browser-and-tools 3). */
export const healProgress = z.object({
  /** Resumes this heal in another view. */
  clientToken: z.string(),
  summary: z.enum(['running', 'finished', 'stopped']),
  /** Whether the counts are incomplete, because another console or an earlier process received the first results. */
  isPartial: z.boolean(),
  /** Seconds. */
  healDuration: z.number(),
  bytesScanned: z.number(),
  objectsScanned: z.number(),
  objectsHealed: z.number(),
  itemsScanned: z.number(),
  itemsHealed: z.number(),
  itemsFailed: z.number(),
  healthBeforeCols: columns,
  healthAfterCols: columns,
  /** Items since the last message that weren't healthy, at most 100. */
  itemsHealthStatus: z.array(healedItem),
})
export type HealProgress = z.infer<typeof healProgress>

const isTrue = z._default(z.enum(['true', 'false']), 'false')

export const watchHeal = socket({
  id: 'heal.watch',
  audit: 'change',
  path: '/ws/heal/:bucket',
  summary:
    'Heals a bucket, and sends the progress every second until the heal ends; the heal continues without a view.',
  params: bucketParams,
  query: z.strictObject({
    prefix: z._default(z.string().check(z.maxLength(1024)), ''),
    /** Whether to heal the objects too. */
    recursive: isTrue,
    /** Stops a heal of the same bucket and prefix first. */
    'force-start': isTrue,
    /** Only stops the heal of this bucket and prefix. */
    'force-stop': isTrue,
    /** `deep` also compares all data with its checksums. */
    scan: z._default(z.enum(['normal', 'deep']), 'normal'),
    /** The `clientToken` of a heal to resume. With it, no new heal starts. */
    token: z._default(z.string().check(z.maxLength(256)), ''),
  }),
  message: healProgress,
})

/** A drive that the storage server rebuilds automatically. Sizes in bytes. */
export const healingDrive = z.object({
  endpoint: z.string(),
  path: z.string(),
  pool: z.number(),
  set: z.number(),
  isFinished: z.boolean(),
  /** ISO 8601; '' if unknown. */
  startedAt: z.string(),
  updatedAt: z.string(),
  itemsHealed: z.number(),
  itemsFailed: z.number(),
  /** Items that needn't be healed, for example because they have expired. */
  itemsSkipped: z.number(),
  bytesDone: z.number(),
  /** What was healed, failed and was skipped: the part of `bytesTotal` that the server has come to. */
  bytesSettled: z.number(),
  /** Buckets whose turn hasn't come. */
  bucketsLeft: z.number(),
  /** 0 if unknown. */
  objectsTotal: z.number(),
  bytesTotal: z.number(),
  currentBucket: z.string(),
})
export type HealingDrive = z.infer<typeof healingDrive>

export const getBackgroundHeal = route('heal.background', 'GET /api/v1/admin/heal', {
  summary: 'Returns the automatic healing of the storage server, and the drives being healed.',
  response: z.object({
    /** Items that were checked since the server was started; null if the server can't say while nodes are offline. */
    itemsScanned: z.nullable(z.number()),
    /** Objects that were written without some drives, and wait to be healed; null if the server doesn't say. */
    waiting: z.nullable(z.number()),
    offlineNodes: z.array(z.string()),
    drives: z.array(healingDrive),
    /** Drives with a problem that aren't being healed. */
    failedDrives: z.array(z.object({ endpoint: z.string(), path: z.string(), state: z.string() })),
  }),
})
export type BackgroundHeal = z.infer<NonNullable<(typeof getBackgroundHeal)['response']>>
