import { randomBytes } from 'node:crypto'

/** A name that no other test uses, fit for a bucket and for a user. */
export function uniqueName(prefix = 'test'): string {
  return `${prefix}-${randomBytes(6).toString('hex')}`
}
