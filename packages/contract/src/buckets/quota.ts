import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { rule } from '../input-texts.ts'
import { route } from '../route.ts'
import { bucketParams } from './bucket-name.ts'

/** `fifo` deleted the oldest objects; servers since February 2022 no longer support it. */
export const quotaType = z.enum(['hard', 'fifo'])
export type QuotaType = z.infer<typeof quotaType>

/** Just below 8 EiB, the maximum of servers. Above 8 PiB a JSON number is inexact by a few bytes. */
export const MAX_QUOTA = 2 ** 63 - 1024

const amount = z.number().check(z.refine(Number.isInteger, rule('wholeBytes')), z.minimum(0), z.maximum(MAX_QUOTA))

const maxObjects = z.int().check(z.minimum(0))

/** The requested quota; `amount` is in bytes, at least 1 if enabled. */
export const quotaRequest = z.strictObject({
  enabled: z.boolean(),
  amount: z._default(amount, 0),
  quota_type: z._default(quotaType, 'hard'),
  /** At most so many objects, 0 for any number; absent leaves the limit as it is. Garage only. */
  max_objects: z.optional(maxObjects),
})
export type QuotaRequest = z.infer<typeof quotaRequest>

export const getQuota = route('buckets.quota', 'GET /api/v1/buckets/:bucket/quota', {
  summary: 'Returns the quota of a bucket.',
  params: bucketParams,
  response: z.object({
    /** '' without a quota. */
    type: z.enum(['', 'hard', 'fifo']),
    /** Bytes; 0 without a quota. */
    quota: z.number(),
    /** 0 for any number of objects; absent on servers without such a limit. */
    max_objects: z.optional(z.number()),
  }),
  errors: BUCKET_ERRORS,
})

export const setQuota = route('buckets.setQuota', 'PUT /api/v1/buckets/:bucket/quota', {
  summary: 'Sets or removes the quota of a bucket.',
  params: bucketParams,
  body: quotaRequest,
  errors: [...BUCKET_ERRORS, 'SettingRefused'],
})

/** Only `hard` if the server doesn't report its version to this account. */
export const getQuotaTypes = route('buckets.quotaTypes', 'GET /api/v1/quota-types', {
  summary: 'Lists the quota types that the storage server supports.',
  response: z.object({ types: z.array(quotaType) }),
})
