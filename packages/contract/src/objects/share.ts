import * as z from 'zod/mini'
import { bucketParams } from '../buckets/index.ts'
import { OBJECT_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { type Text, textsOf } from '../text.ts'

/** Longest validity of a link (spec object-browser 9), a limit of presigned URLs. */
export const SHARE_LIMIT_MS = 7 * 24 * 3600 * 1000

/** Why the validity of a link is invalid (spec object-browser 5, word for word). */
export const SHARE_EXPIRY_TEXTS = {
  past: 'Selected date must be greater than current time.',
  tooLong: 'You can share a file only for less than 7 days.',
} as const

const text = textsOf('shareExpiry', SHARE_EXPIRY_TEXTS)

/** Why the validity of a link is invalid; undefined if it is valid. */
export function shareExpiryProblem(expiresInMs: number): Text | undefined {
  if (expiresInMs <= 0) return text('past')
  if (expiresInMs > SHARE_LIMIT_MS) return text('tooLong')
  return undefined
}

/**
 * A presigned link to one object. It is signed with the session's keys, so it never outlives them: a longer validity is
 * shortened, and without `expires` it is as long as possible. The link contains its own expiry, see {@link shareEnd}.
 * Signing out revokes it immediately if the storage server can revoke keys.
 */
export const shareObject = route('objects.share', 'GET /api/v1/buckets/:bucket/objects/share', {
  summary: 'Creates a presigned link that downloads one object until it expires.',
  params: bucketParams,
  query: z.strictObject({
    prefix: z.string().check(z.minLength(1), z.maxLength(1024)),
    version_id: z.optional(z.string().check(z.maxLength(128))),
    /** Milliseconds with their unit: `3600000ms`. */
    expires: z.optional(z.string().check(z.regex(/^-?\d{1,15}ms$/))),
  }),
  response: z.string(),
  errors: [...OBJECT_ERRORS, 'InvalidShareEnd'],
})

/** When a presigned link expires, in milliseconds since the epoch; undefined if the URL isn't presigned. */
export function shareEnd(link: string): number | undefined {
  if (!URL.canParse(link)) return undefined
  const { searchParams } = new URL(link)
  const date = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(searchParams.get('X-Amz-Date') ?? '')
  const seconds = Number(searchParams.get('X-Amz-Expires') ?? Number.NaN)
  if (date === null || !Number.isInteger(seconds)) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = date.slice(1).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second) + seconds * 1000
}
