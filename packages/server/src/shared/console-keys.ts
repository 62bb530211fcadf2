import { randomBytes } from 'node:crypto'
import { type Credentials, newSecretKey } from '@cooperage/wire'

/**
 * Keys of a service account that the console creates, uses and removes by itself: of a job, or of a share link. They are chosen
 * before they exist, so that a console that is killed in between can still remove them.
 */
export function newConsoleKeys(purpose: 'JOB' | 'LINK'): Credentials {
  return {
    accessKey: `${purpose}${randomBytes(8).toString('hex').toUpperCase()}`,
    secretKey: newSecretKey(),
  }
}

/** Whether a key is one of these, whose end is nobody's concern. */
export function isConsoleKey(accessKey: string): boolean {
  return /^(?:JOB|LINK)[0-9A-F]{16}$/.test(accessKey)
}
