import * as z from 'zod/mini'
import { bucketParams, MAX_TAG_KEY, MAX_TAG_VALUE, tagProblem } from '../buckets/index.ts'
import { OBJECT_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { type Text, textsOf } from '../text.ts'
import { objectQuery } from './object-params.ts'

/** S3 user guide, "Categorizing your objects using tags". */
export const MAX_OBJECT_TAGS = 10

/** Why the tags of an object are invalid. The texts complete "…: {reason}.". */
export const OBJECT_TAGS_TEXTS = {
  tooMany: `an object has ${MAX_OBJECT_TAGS} tags at most`,
  keyBlank: 'a key is blank',
  keyLong: `a key has ${MAX_TAG_KEY} characters at most`,
  keyText: 'a key has letters, digits, spaces and + - . _ : / @ = only',
  valueLong: `a label has ${MAX_TAG_VALUE} characters at most`,
  valueText: 'a label has letters, digits, spaces and + - . _ : / @ = only',
} as const

const text = textsOf('objectTags', OBJECT_TAGS_TEXTS)

/** Why the tags of an object are invalid, or undefined if they are valid. */
export function objectTagsProblem(tags: Readonly<Record<string, string>>): Text | undefined {
  const pairs = Object.entries(tags)
  if (pairs.length > MAX_OBJECT_TAGS) return text('tooMany')
  for (const [key, value] of pairs) {
    if (key.trim() === '') return text('keyBlank')
    const problem = tagProblem({ key, value })
    if (problem !== undefined) return text(problem)
  }
  return undefined
}

/** Replaces all tags of one version; an empty map removes them. */
export const setObjectTags = route('objects.setTags', 'PUT /api/v1/buckets/:bucket/objects/tags', {
  audit: 'none',
  summary: 'Sets the tags of one version of an object.',
  params: bucketParams,
  query: objectQuery,
  body: z.strictObject({ tags: z.record(z.string(), z.string()) }),
  errors: [...OBJECT_ERRORS, 'SettingRefused'],
})
