import * as z from 'zod/mini'
import { route } from '../route.ts'
import { metricsState, widgetEntry, widgetRange, widgetTarget } from './widgets.ts'

/** A drive of a server. Sizes in bytes, 0 if the drive doesn't report them. */
export const drive = z.object({
  path: z.string(),
  /** `ok`, or what is wrong, as the server names it: `offline`, `unformatted`, … */
  state: z.string(),
  /** Whether its data is being rebuilt. */
  isHealing: z.boolean(),
  totalBytes: z.number(),
  usedBytes: z.number(),
  freeBytes: z.number(),
})
export type Drive = z.infer<typeof drive>

export const server = z.object({
  /** `host:port`. */
  endpoint: z.string(),
  /** `online`, or what is wrong, as the server names it: `offline`, `initializing`, … */
  state: z.string(),
  version: z.string(),
  uptimeSeconds: z.number(),
  drives: z.array(drive),
})
export type Server = z.infer<typeof server>

/** The state of the storage server (spec core-console 3, Usage summary). Objects and usage are as last counted. */
export const getServerInfo = route('dashboard.info', 'GET /api/v1/admin/info', {
  summary:
    'Returns the servers and drives of the storage server, its capacity, its number of buckets and objects, and the widgets if metrics exist. With a start, those of the summary have their values over that time range, if they are known at once.',
  query: widgetRange,
  response: z.object({
    buckets: z.number(),
    /** Bytes. */
    usage: z.number(),
    objects: z.number(),
    /** Number of object versions, including the latest ones. */
    versions: z.number(),
    deleteMarkers: z.number(),
    /** `online`, or `initializing` while the servers connect to each other. */
    mode: z.string(),
    region: z.string(),
    servers: z.array(server),
    /** Drives of each erasure set that can fail without data loss; 0 for a single drive. */
    parity: z.number(),
    /** Space for objects on the drives that are online, in bytes, excluding parity. */
    usable: z.object({ totalBytes: z.number(), freeBytes: z.number() }),
    /** The widgets that have values; none without metrics. */
    widgets: z.array(z.object({ ...widgetEntry.shape, targets: z.optional(z.array(widgetTarget)) })),
    metrics: metricsState,
  }),
})
export type ServerInfo = z.infer<NonNullable<(typeof getServerInfo)['response']>>

/** Maximum number of buckets in a usage report. */
export const LARGEST_BUCKETS = 20

/** Servers count in the background, MinIO at most once a minute. */
export const getUsage = route('dashboard.usage', 'GET /api/v1/admin/usage', {
  summary: 'Returns the largest buckets, as last counted.',
  response: z.object({
    /** When the server last counted, ISO 8601; '' if it hasn't yet. */
    countedAt: z.string(),
    /** Bytes of all buckets. */
    totalBytes: z.number(),
    /** The largest ones, largest first. Sizes in bytes. */
    buckets: z.array(z.object({ name: z.string(), size: z.number(), objects: z.number() })),
    /** The sum of all others. */
    others: z.object({ buckets: z.number(), size: z.number(), objects: z.number() }),
  }),
})
export type Usage = z.infer<NonNullable<(typeof getUsage)['response']>>
