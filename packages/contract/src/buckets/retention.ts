import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { bucketParams } from './bucket-name.ts'

export const retentionMode = z.enum(['compliance', 'governance'])
export const retentionUnit = z.enum(['days', 'years'])
export type RetentionMode = z.infer<typeof retentionMode>
export type RetentionUnit = z.infer<typeof retentionUnit>

/** A hundred years, the maximum of servers. */
export const MAX_VALIDITY = { days: 36_500, years: 100 } as const satisfies Record<RetentionUnit, number>

/** How long new versions are retained, counted from their creation. */
export const retentionRequest = z.strictObject({
  mode: retentionMode,
  unit: retentionUnit,
  validity: z.number().check(z.int(), z.minimum(1), z.maximum(MAX_VALIDITY.days)),
})
export type RetentionRequest = z.infer<typeof retentionRequest>

export const getRetention = route('buckets.retention', 'GET /api/v1/buckets/:bucket/retention', {
  summary: 'Returns the default retention of a bucket.',
  params: bucketParams,
  response: z.object({
    /** '' without a default retention. */
    mode: z.enum(['', 'compliance', 'governance']),
    unit: z.enum(['', 'days', 'years']),
    validity: z.number(),
  }),
  errors: BUCKET_ERRORS,
})

export const setRetention = route('buckets.setRetention', 'PUT /api/v1/buckets/:bucket/retention', {
  summary: 'Sets the default retention of a bucket. The bucket needs object locking.',
  params: bucketParams,
  body: retentionRequest,
  errors: [...BUCKET_ERRORS, 'SettingConflict', 'SettingRefused'],
})

/** Existing retention stays in place. */
export const clearRetention = route('buckets.clearRetention', 'DELETE /api/v1/buckets/:bucket/retention', {
  summary: 'Removes the default retention of a bucket. The bucket needs object locking.',
  params: bucketParams,
  errors: [...BUCKET_ERRORS, 'SettingConflict', 'SettingRefused'],
})
