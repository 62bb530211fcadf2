import * as z from 'zod/mini'
import { type Text, textsOf } from '../text.ts'

/** The bucket in the path of a call. */
export const bucketParams = z.strictObject({ bucket: z.string() })

/** Why a bucket name is invalid. The texts complete "This isn’t a valid bucket name: …". */
export const BUCKET_NAME_TEXTS = {
  tooShort: 'it must have at least 3 characters',
  tooLong: 'it must have at most 63 characters',
  uppercase: 'uppercase letters aren’t allowed',
  characters: 'only lowercase letters, digits, dots and hyphens are allowed',
  ends: 'it must start and end with a letter or digit',
  dots: 'a dot must be between letters or digits',
  address: 'it must not look like an IP address',
} as const

const text = textsOf('bucketName', BUCKET_NAME_TEXTS)

const IP_ADDRESS = /^\d+\.\d+\.\d+\.\d+$/

/**
 * Why a bucket name is invalid, or undefined if it is valid: S3's rules as MinIO applies them on creation.
 */
export function bucketNameProblem(name: string): Text | undefined {
  if (name.length < 3) return text('tooShort')
  if (name.length > 63) return text('tooLong')
  if (/[A-Z]/.test(name)) return text('uppercase')
  if (/[^a-z0-9.-]/.test(name)) return text('characters')
  if (!/^[a-z0-9]/.test(name) || !/[a-z0-9]$/.test(name)) return text('ends')
  if (/\.\.|\.-|-\./.test(name)) return text('dots')
  if (IP_ADDRESS.test(name)) return text('address')
  return undefined
}
