import { createHash, randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '@cooperage/contract'
import { base32 } from './totp.ts'

/** Of randomness: nobody finds a code by its hash. */
const BYTES = 10

/** New codes, in groups of four letters and digits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const text = base32(randomBytes(BYTES)).toLowerCase()
    return text.match(/.{4}/g)?.join('-') ?? text
  })
}

/** What is kept of a code: it can't be told from another account's. Case, spaces and hyphens of what was typed don't matter. */
export function recoveryHash(account: string, typed: string): string {
  const code = typed.toLowerCase().replace(/[\s-]/g, '')
  return createHash('sha256')
    .update(JSON.stringify([account, code]))
    .digest('base64url')
}
