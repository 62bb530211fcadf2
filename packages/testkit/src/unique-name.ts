import { randomBytes } from 'node:crypto'

/** A name that no other test uses, valid for buckets and users. */
export function uniqueName(prefix = 'test'): string {
  return `${prefix}-${randomBytes(6).toString('hex')}`
}
