/** Live changes of a bucket. */
import * as z from 'zod/mini'
import { bucketParams } from '../buckets/index.ts'
import { socket } from '../socket.ts'

/** Kinds of events that can be watched: objects that are written, read and removed. */
export const WATCHED_EVENTS = ['put', 'get', 'delete'] as const
export type WatchedEvent = (typeof WATCHED_EVENTS)[number]

/** Prefixes that can be watched together. */
export const MAX_WATCHED_PREFIXES = 10

const keyPart = z.string().check(z.maxLength(1024))

/** An event of an object (spec object-browser-and-tools 3). */
export const objectEvent = z.object({
  /** ISO 8601. */
  Time: z.string(),
  /** Size of the object in bytes; 0 for a removal. */
  Size: z.number(),
  /** E.g. `s3:ObjectCreated:Put`. */
  Type: z.string(),
  /** `bucket/key`. */
  Path: z.string(),
  /** '' without a version. */
  VersionId: z.string(),
  /** Address and program of the client, and its access key. */
  Host: z.string(),
  UserAgent: z.string(),
  AccessKey: z.string(),
})
export type ObjectEvent = z.infer<typeof objectEvent>

export const watchBucket = socket({
  id: 'watch.bucket',
  path: '/ws/watch/:bucket',
  summary: 'Sends each event of the objects of a bucket, as it happens.',
  params: bucketParams,
  query: z.strictObject({
    /** Prefix of the keys. Can be repeated: a key must match at least one. */
    prefix: z._default(z.union([keyPart, z.array(keyPart).check(z.maxLength(MAX_WATCHED_PREFIXES))]), ''),
    /** Suffix of the keys. */
    suffix: z._default(keyPart, ''),
    /** Kinds of events, joined with commas. */
    events: z._default(z.string().check(z.regex(/^(put|get|delete)(,(put|get|delete))*$/)), 'put,get,delete'),
  }),
  message: objectEvent,
})
