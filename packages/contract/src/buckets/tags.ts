import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { rule } from '../input-texts.ts'
import { route } from '../route.ts'
import { bucketParams } from './bucket-name.ts'

/** S3 user guide, "Tag restrictions"; servers accept exactly these characters. */
export const MAX_BUCKET_TAGS = 50
export const MAX_TAG_KEY = 128
export const MAX_TAG_VALUE = 256
const TAG_TEXT = /^[a-zA-Z0-9+\-._:/@ =]*$/

export type TagProblem = 'keyLong' | 'keyText' | 'valueLong' | 'valueText'

/** The problem with a tag; undefined if it is valid. */
export function tagProblem({ key, value }: { key: string; value: string }): TagProblem | undefined {
  if (key.length > MAX_TAG_KEY) return 'keyLong'
  if (!TAG_TEXT.test(key)) return 'keyText'
  if (value.length > MAX_TAG_VALUE) return 'valueLong'
  return TAG_TEXT.test(value) ? undefined : 'valueText'
}

const tag = z.object({ key: z.string(), value: z.string() })

const wantedTag = z.strictObject({
  key: z.string().check(z.minLength(1), z.maxLength(MAX_TAG_KEY), z.regex(TAG_TEXT)),
  value: z.string().check(z.maxLength(MAX_TAG_VALUE), z.regex(TAG_TEXT)),
})

export const getBucketTags = route('buckets.tags', 'GET /api/v1/buckets/:bucket/tags', {
  summary: 'Returns the tags of a bucket.',
  params: bucketParams,
  response: z.object({
    /** Sorted by key. */
    tags: z.array(tag),
  }),
  errors: BUCKET_ERRORS,
})

/** Replaces all of them; an empty list removes them. */
export const setBucketTags = route('buckets.setTags', 'PUT /api/v1/buckets/:bucket/tags', {
  summary: 'Sets the tags of a bucket.',
  params: bucketParams,
  body: z.strictObject({
    tags: z.array(wantedTag).check(
      z.maxLength(MAX_BUCKET_TAGS),
      z.refine((tags) => new Set(tags.map(({ key }) => key)).size === tags.length, rule('eachKeyOnce')),
    ),
  }),
  errors: [...BUCKET_ERRORS, 'SettingRefused'],
})
