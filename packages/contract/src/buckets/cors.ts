import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { rule } from '../input-texts.ts'
import { route } from '../route.ts'
import { bucketParams } from './bucket-name.ts'

/** Amazon S3 user guide, "Elements of a CORS configuration". */
export const CORS_METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'] as const
export const MAX_CORS_RULES = 100
/** Of one kind in a rule. S3 accepts 64 KB in all, which are fewer. */
const MAX_CORS_ENTRIES = 1_000
export const MAX_CORS_AGE = 2 ** 31 - 1

/** Whether a pattern has at most one `*` wildcard. */
export function hasOneStar(pattern: string): boolean {
  return pattern.split('*').length <= 2
}

/** Whether a text is a valid header name (RFC 9110, 5.6.2); `*` isn't a wildcard in it. */
export function isHeaderName(text: string): boolean {
  return /^[!#$%&'+\-.^_`|~\w]+$/.test(text)
}

const line = z.string().check(z.minLength(1), z.maxLength(1024), z.regex(/^\S+$/))
const pattern = line.check(z.refine(hasOneStar, rule('oneStar')))

/** A CORS rule. Elements that a rule doesn't have are '', [] or 0. */
export const corsRule = z.strictObject({
  id: z._default(z.string().check(z.maxLength(255)), ''),
  origins: z.array(pattern).check(z.minLength(1), z.maxLength(MAX_CORS_ENTRIES)),
  methods: z.array(z.enum(CORS_METHODS)).check(z.minLength(1), z.maxLength(MAX_CORS_ENTRIES)),
  headers: z._default(z.array(pattern).check(z.maxLength(MAX_CORS_ENTRIES)), []),
  expose_headers: z._default(
    z.array(line.check(z.refine(isHeaderName, rule('headerName')))).check(z.maxLength(MAX_CORS_ENTRIES)),
    [],
  ),
  /** How long a browser may cache the preflight response, in seconds; 0 leaves it to the browser. */
  max_age_seconds: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(MAX_CORS_AGE)), 0),
})
export type CorsRule = z.infer<typeof corsRule>

/** As servers store it, which may be laxer than what is accepted here. */
const storedRule = z.object({
  id: z.string(),
  origins: z.array(z.string()),
  methods: z.array(z.string()),
  headers: z.array(z.string()),
  expose_headers: z.array(z.string()),
  max_age_seconds: z.number(),
})

export const getCors = route('buckets.cors', 'GET /api/v1/buckets/:bucket/cors', {
  summary: 'Returns the CORS rules of a bucket.',
  params: bucketParams,
  response: z.object({
    /** False if the server has no CORS rules per bucket, like MinIO. */
    is_offered: z.boolean(),
    rules: z.array(storedRule),
  }),
  errors: BUCKET_ERRORS,
})

/** Replaces all of them; an empty list removes them. */
export const setCors = route('buckets.setCors', 'PUT /api/v1/buckets/:bucket/cors', {
  summary: 'Sets the CORS rules of a bucket.',
  params: bucketParams,
  body: z.strictObject({ rules: z.array(corsRule).check(z.maxLength(MAX_CORS_RULES)) }),
  errors: [...BUCKET_ERRORS, 'SettingRefused'],
})
