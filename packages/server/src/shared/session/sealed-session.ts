import { hkdfSync } from 'node:crypto'
import { compactDecrypt } from 'jose/jwe/compact/decrypt'
import { CompactEncrypt } from 'jose/jwe/compact/encrypt'
import * as z from 'zod/mini'

/** The contents of the cookie, readable by the console alone. Times in milliseconds since the epoch. */
const session = z.object({
  /** Random and public: identifies the session in responses. */
  id: z.string(),
  /**
   * Names its keys on the storage server (TokenRevokeType): its own id, or the one of the session that it replaced in the same
   * browser. Signing out revokes all keys of that name, and the links that they signed.
   */
  revokeType: z.string(),
  /** The access key that was used to sign in; '' for an account of an identity provider. */
  account: z.string(),
  accessKey: z.string(),
  secretKey: z.string(),
  sessionToken: z.string(),
  /** When the visitor has to sign in again. The storage keys may live longer, for running transfers. */
  endsAt: z.number(),
  /** When the storage keys expire, and with them every link that they signed. */
  keysEndAt: z.number(),
})
export type Session = z.infer<typeof session>

/** Encrypts sessions so that nobody else can read or change them, and decrypts them. */
export interface SessionSealer {
  seal(value: Session): Promise<string>
  /** undefined: not sealed with this secret, modified, or expired. */
  open(text: string): Promise<Session | undefined>
}

/** Cache of opened sessions by their sealed text: every call of a page sends the same one, and opening it is expensive. */
const MAX_OPENED = 1_000

/**
 * Browsers send the cookies of a host to every port of it, so each console names its own after its secret: two consoles on one
 * machine don't sign each other's visitors out, and replicas, which share a secret, share the cookie.
 */
export function sessionCookieName(secret: string): string {
  return `cooperage-${Buffer.from(hkdfSync('sha256', secret, '', 'cooperage session cookie name', 4)).toString('hex')}`
}

/** Derives the key once; consoles with the same secret can open each other's sessions. */
export async function createSessionSealer(secret: string, now: () => number): Promise<SessionSealer> {
  const bytes = hkdfSync('sha256', secret, '', 'cooperage session cookie 1', 32)
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  const opened = new Map<string, Session>()
  return {
    async seal(value) {
      const plain = new TextEncoder().encode(JSON.stringify(value))
      return await new CompactEncrypt(plain).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key)
    },
    async open(text) {
      const value = opened.get(text) ?? (await unseal(text))
      if (value === undefined || value.endsAt <= now()) {
        opened.delete(text)
        return undefined
      }
      if (!opened.has(text)) keep(text, value)
      return value
    },
  }

  function keep(text: string, value: Session): void {
    const [oldest] = opened.keys()
    if (opened.size >= MAX_OPENED && oldest !== undefined) opened.delete(oldest)
    opened.set(text, value)
  }

  async function unseal(text: string): Promise<Session | undefined> {
    try {
      const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
      const { plaintext } = await compactDecrypt(text, key, options)
      return session.parse(JSON.parse(new TextDecoder().decode(plaintext)))
    } catch {
      // A cookie that can't be opened is no session; the reason would only help an attacker.
      return undefined
    }
  }
}
