import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { bucketParams } from './bucket-name.ts'

/** Means no date in responses (spec core-console 2). */
export const ZERO_DATE = '0001-01-01T00:00:00Z'

const tag = z.object({ key: z.string(), value: z.string() })

/** Elements that a rule doesn't have are '', 0, false or {@link ZERO_DATE}. */
export const lifecycleRule = z.object({
  id: z.string(),
  prefix: z.string(),
  /** `Enabled` or `Disabled`. */
  status: z.string(),
  tags: z.array(tag),
  expiration: z.object({
    days: z.number(),
    date: z.string(),
    delete_marker: z.boolean(),
    /** Deletes all versions together with the latest. */
    delete_all: z.boolean(),
  }),
  /** Present if `storage_class` is set; may be after 0 days. */
  transition: z.object({ days: z.number(), date: z.string(), storage_class: z.string() }),
  noncurrent_expiration_days: z.number(),
  newer_noncurrent_expiration_versions: z.number(),
  noncurrent_transition_days: z.number(),
  noncurrent_storage_class: z.string(),
  /** Days after which a delete marker is deleted with all versions below it. */
  delete_marker_days: z.number(),
  /** Days after which an incomplete multipart upload is aborted. */
  abort_incomplete_days: z.number(),
  size_greater_than: z.number(),
  size_less_than: z.number(),
})
export type LifecycleRuleView = z.infer<typeof lifecycleRule>

/** Maximum that servers accept. */
export const MAX_LIFECYCLE_DAYS = 2 ** 31 - 1

/** 0 means not set, as in responses. */
const days = z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(MAX_LIFECYCLE_DAYS)))
/** A day; a time is cut off, because servers only accept midnight UTC. '' and {@link ZERO_DATE} mean not set. */
const date = z.optional(z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?)?$/)))
const storageClass = z._default(z.string().check(z.maxLength(255)), '')
/** `team=photos&year=2027` */
const tags = z.string().check(z.maxLength(8192))

export const listLifecycle = route('buckets.lifecycle', 'GET /api/v1/buckets/:bucket/lifecycle', {
  summary: 'Lists the lifecycle rules of a bucket.',
  params: bucketParams,
  response: z.object({ lifecycle: z.array(lifecycleRule) }),
  errors: BUCKET_ERRORS,
})

/**
 * Expires objects (`expiry_…`) or transitions them (`transition_…`), never both. If `expired_object_delete_marker` is
 * combined with an expiry, a second rule is created for it: servers don't accept both in one rule.
 */
export const addLifecycleRule = route('buckets.addLifecycleRule', 'POST /api/v1/buckets/:bucket/lifecycle', {
  summary: 'Adds a lifecycle rule to a bucket.',
  params: bucketParams,
  body: z.strictObject({
    prefix: z._default(z.string().check(z.maxLength(1024)), ''),
    tags: z._default(tags, ''),
    expired_object_delete_marker: z._default(z.boolean(), false),
    expiry_date: date,
    expiry_days: days,
    noncurrentversion_expiration_days: days,
    transition_date: date,
    /** 0 with a storage class and no other time means at once. */
    transition_days: days,
    storage_class: storageClass,
    noncurrentversion_transition_days: days,
    noncurrentversion_transition_storage_class: storageClass,
  }),
  response: z.object({
    /** IDs of the created rules, one or two. */
    ids: z.array(z.string()),
  }),
  status: 201,
  errors: [...BUCKET_ERRORS, 'NoSuchTier', 'SettingRefused'],
})

const ruleParams = z.strictObject({ bucket: z.string(), id: z.string() })

/** Of an action that a rule has, in place of its days. */
const changedDays = (least: number) =>
  z.optional(z.number().check(z.int(), z.minimum(least), z.maximum(MAX_LIFECYCLE_DAYS)))

/** Changes the given fields and keeps everything else of the rule and all other rules. */
export const updateLifecycleRule = route('buckets.updateLifecycleRule', 'PUT /api/v1/buckets/:bucket/lifecycle/:id', {
  summary: 'Changes the tags, the status or the days of a lifecycle rule.',
  params: ruleParams,
  body: z.strictObject({
    disable: z.optional(z.boolean()),
    tags: z.optional(tags),
    expiry_days: changedDays(1),
    noncurrentversion_expiration_days: changedDays(1),
    transition_days: changedDays(0),
    noncurrentversion_transition_days: changedDays(0),
  }),
  errors: [...BUCKET_ERRORS, 'NoSuchLifecycleRule', 'SettingRefused'],
})

export const deleteLifecycleRule = route(
  'buckets.deleteLifecycleRule',
  'DELETE /api/v1/buckets/:bucket/lifecycle/:id',
  {
    summary: 'Deletes a lifecycle rule. Objects that it expired or transitioned stay that way.',
    params: ruleParams,
    errors: [...BUCKET_ERRORS, 'NoSuchLifecycleRule', 'SettingRefused'],
  },
)
