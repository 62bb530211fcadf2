import { hkdfSync } from 'node:crypto'
import { compactDecrypt } from 'jose/jwe/compact/decrypt'
import { CompactEncrypt } from 'jose/jwe/compact/encrypt'
import * as z from 'zod/mini'

/** What the cookie carries, readable by the console alone. Times in milliseconds since the epoch. */
const session = z.object({
  /** Random and public: identifies the session in responses. */
  id: z.string(),
  /**
   * Names its keys at the storage (TokenRevokeType): its own id, or what it has taken over from the session before it, whose
   * place it took in the same browser. Signing out ends all keys of that name, and the links that they have signed.
   */
  revokeType: z.string(),
  /** The access key that signed in. */
  account: z.string(),
  accessKey: z.string(),
  secretKey: z.string(),
  sessionToken: z.string(),
  /** When the visitor has to sign in again. The storage keys may live longer, for transfers under way. */
  endsAt: z.number(),
  /** When the storage keys expire, and with them every link that they signed. */
  keysEndAt: z.number(),
})
export type Session = z.infer<typeof session>

/** Turns sessions into text that nobody else can read or change, and back. */
export interface SessionSealer {
  seal(value: Session): Promise<string>
  /** undefined: not sealed by this secret, changed on the way, or past its end. */
  open(text: string): Promise<Session | undefined>
}

/** Sessions kept open by their sealed text: every call of a page brings the same one, and opening it costs as much as all else. */
const MAX_OPENED = 1_000

/**
 * Browsers send the cookies of a host to every port of it, so each console names its own after its secret: two on one
 * machine do not sign each other's visitors out, and replicas, which share a secret, share the cookie.
 */
export function sessionCookieName(secret: string): string {
  return `cooperage-${Buffer.from(hkdfSync('sha256', secret, '', 'cooperage session cookie name', 4)).toString('hex')}`
}

/** Derives the key once; consoles with the same secret open each other's sessions. */
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
      // Whatever is wrong with it, a cookie that does not open is no session; which way it failed helps only an attacker.
      return undefined
    }
  }
}
