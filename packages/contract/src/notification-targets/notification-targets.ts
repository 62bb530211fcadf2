/**
 * Targets of bucket events. Each is stored as a target of the configuration section `notify_{service}`, and is changed and
 * deleted with the calls of the configuration. A change takes effect after a restart of the storage server.
 */
import * as z from 'zod/mini'
import { route } from '../route.ts'
import { configurationKey } from '../settings/index.ts'
import { failureText } from '../text.ts'
import { NOTIFICATION_SERVICES } from './notification-services.ts'

const service = z.enum(NOTIFICATION_SERVICES)
const accountId = z.string().check(z.minLength(1), z.maxLength(256))
const params = z.strictObject({ service, account_id: accountId })

/**
 * `online` and `offline` are reported by the running server. `disabled` is stored but switched off. `inactive` is stored and
 * switched on, but the running server doesn't use it yet.
 */
export const NOTIFICATION_STATUSES = ['online', 'offline', 'disabled', 'inactive'] as const
export const notificationStatus = z.enum(NOTIFICATION_STATUSES)

/** What a restart of the server changes. */
const afterRestart = z.enum(['', 'added', 'changed', 'enabled', 'disabled', 'deleted'])

export const notificationEndpoint = z.object({
  service,
  /** Identifier of the target within its service; `_` for the unnamed one. */
  account_id: z.string(),
  status: notificationStatus,
  /** The server's reason why it is offline; '' if the server doesn't report one. */
  reason: z.string(),
  /** When this console first saw it online or offline without a break, ISO 8601; '' if the running server doesn't use it. */
  since: z.string(),
  after_restart: afterRestart,
  /** Environment variables of the server configure it. */
  from_environment: z.boolean(),
})
export type NotificationEndpoint = z.infer<typeof notificationEndpoint>

/** Changes since the last start are read from the server's history. Only the console that made a deletion knows about it. */
export const listNotificationEndpoints = route('notificationTargets.list', 'GET /api/v1/admin/notification_endpoints', {
  summary: 'Lists the notification targets with their status.',
  response: z.object({
    notification_endpoints: z.array(notificationEndpoint),
    /** The services that the storage server supports. */
    services: z.array(service),
  }),
})

/** The values are those that are stored, which may be in effect only after a restart. Secret values are never returned. */
export const getNotificationEndpoint = route(
  'notificationTargets.get',
  'GET /api/v1/admin/notification_endpoints/:service/:account_id',
  {
    summary: 'Returns the stored values of a notification target.',
    params,
    response: z.object({
      description: z.string(),
      keys: z.array(configurationKey),
      /** Whether some values take effect after a restart. */
      is_pending: z.boolean(),
    }),
    errors: ['NoSuchConfiguration'],
  },
)

/** The server connects to the target first, unless `properties` has `enable=off`. */
export const addNotificationEndpoint = route('notificationTargets.add', 'POST /api/v1/admin/notification_endpoints', {
  summary: 'Adds a notification target, or changes some of its values.',
  body: z.strictObject({
    service,
    account_id: accountId,
    properties: z.record(z.string().check(z.maxLength(256)), z.string().check(z.maxLength(16_384))),
  }),
  /** Secret properties are returned as ''. */
  response: z.object({
    service,
    account_id: z.string(),
    properties: z.record(z.string(), z.string()),
    restart: z.boolean(),
  }),
  status: 201,
  refusal: z.object({ key: z.string() }),
  errors: ['NoSuchConfiguration', 'InvalidConfiguration', 'ConfigurationNoResponse'],
})

const targetSubscription = z.object({
  /** As the subscriptions of a bucket list them: `put`, `get`, `delete`, or S3 event names. */
  events: z.array(z.string()),
  prefix: z.string(),
  suffix: z.string(),
})

export const listNotificationSubscribers = route(
  'notificationTargets.subscribers',
  'GET /api/v1/admin/notification_endpoints/:service/:account_id/buckets',
  {
    summary: 'Lists the buckets whose event subscriptions use a notification target.',
    params,
    response: z.object({
      buckets: z.array(z.object({ name: z.string(), subscriptions: z.array(targetSubscription) })),
      /** Buckets whose subscriptions could not be read, and why. */
      unread: z.array(z.object({ name: z.string(), message: z.string(), text: failureText })),
      /** Number of buckets that were not read, because reading took too long. */
      left: z.number(),
    }),
  },
)
export type NotificationSubscribers = z.infer<NonNullable<(typeof listNotificationSubscribers)['response']>>

/**
 * Servers have no call that tests a target. This one stores a small object that a subscription of the target matches, and
 * deletes it again.
 */
export const testNotificationEndpoint = route(
  'notificationTargets.test',
  'POST /api/v1/admin/notification_endpoints/:service/:account_id/test',
  {
    audit: 'test',
    summary: 'Creates an event for a notification target, and returns whether the target stayed online.',
    params,
    body: z.strictObject({ bucket: z.string() }),
    response: z.object({
      key: z.string(),
      /** Why the object could not be deleted; '' if it was. */
      leftover: z.string(),
      text: failureText,
      /** After the event; '' if the running server doesn't use the target. */
      status: z.enum(['online', 'offline', '']),
      reason: z.string(),
      /** When the event was created, by the console's clock, ISO 8601. */
      tested_at: z.string(),
    }),
    errors: [
      'InvalidBucketName',
      'InvalidObjectName',
      'NoSuchBucket',
      'NoTestableSubscription',
      'QuotaExceeded',
      'StorageFull',
    ],
  },
)

/** Servers report queues only in their metrics, which the console reads with its own token. */
export const getNotificationQueue = route(
  'notificationTargets.queue',
  'GET /api/v1/admin/notification_endpoints/:service/:account_id/queue',
  {
    summary: 'Returns how many events wait in the queue of a notification target.',
    params,
    query: z.strictObject({ since: z.iso.datetime() }),
    response: z.object({
      /** Null if it's unknown. */
      queued: z.nullable(z.number()),
      /** Whether it was counted after `since`: servers count at most once in ten seconds. */
      is_current: z.boolean(),
      /** Why it's unknown; '' if it isn't. */
      reason: z.string(),
      text: failureText,
    }),
  },
)
