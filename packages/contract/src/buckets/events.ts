import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { bucketParams } from './bucket-name.ts'

/** The event types of a subscription; each represents a family of S3 events. */
export const eventType = z.enum(['put', 'get', 'delete'])
export type EventType = z.infer<typeof eventType>

/** Maximum length of a key, and so of a part of one, in bytes. */
const keyPart = z._default(z.string().check(z.maxLength(1024)), '')

export const bucketEvent = z.object({
  /** '' if it has none. */
  id: z.string(),
  arn: z.string(),
  /**
   * `put`, `get` and `delete`; subscriptions created by other programs may have other events, by their S3 names:
   * `s3:ObjectCreated:Copy`.
   */
  events: z.array(z.string()),
  prefix: z.string(),
  suffix: z.string(),
})
export type BucketEvent = z.infer<typeof bucketEvent>

export const listBucketEvents = route('buckets.events', 'GET /api/v1/buckets/:bucket/events', {
  summary: 'Lists the event subscriptions of a bucket.',
  params: bucketParams,
  response: z.object({ events: z.array(bucketEvent), total: z.number() }),
  errors: BUCKET_ERRORS,
})

/** An existing subscription is kept with `ignoreExisting`; without it the call fails with SubscriptionExists. */
export const subscribeToEvent = route('buckets.subscribeToEvent', 'POST /api/v1/buckets/:bucket/events', {
  summary: 'Subscribes a notification target to events of a bucket.',
  params: bucketParams,
  body: z.strictObject({
    configuration: z.strictObject({
      arn: z.string().check(z.minLength(1), z.maxLength(1024)),
      events: z.array(eventType).check(z.minLength(1), z.maxLength(100)),
      prefix: keyPart,
      suffix: keyPart,
    }),
    ignoreExisting: z._default(z.boolean(), false),
  }),
  response: z.object({
    /** Whether it already existed. */
    existed: z.boolean(),
  }),
  status: 201,
  errors: [...BUCKET_ERRORS, 'NoSuchEventTarget', 'SubscriptionExists', 'SettingRefused'],
})

/** Deletes one subscription: the first of those with these events, in any order, this prefix and this suffix. */
export const deleteBucketEvent = route('buckets.deleteEvent', 'DELETE /api/v1/buckets/:bucket/events/:arn', {
  summary: 'Deletes an event subscription of a bucket.',
  params: z.strictObject({ bucket: z.string(), arn: z.string() }),
  body: z.strictObject({
    /** As listed. */
    events: z.array(z.string()).check(z.maxLength(1_000)),
    prefix: keyPart,
    suffix: keyPart,
    /** Distinguishes subscriptions that are otherwise equal. */
    id: z.optional(z.string()),
  }),
  errors: [...BUCKET_ERRORS, 'NoSuchEventTarget', 'NoSuchSubscription', 'SettingRefused'],
})

/** Targets are configured with `mc admin config set` and available after a restart of the storage server. */
export const listArns = route('buckets.arns', 'GET /api/v1/admin/arns', {
  summary: 'Lists the notification targets that buckets can send events to.',
  response: z.object({ arns: z.array(z.string()) }),
})
