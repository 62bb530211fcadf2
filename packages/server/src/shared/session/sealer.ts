import { hkdfSync } from 'node:crypto'
import { compactDecrypt } from 'jose/jwe/compact/decrypt'
import { CompactEncrypt } from 'jose/jwe/compact/encrypt'
import * as z from 'zod/mini'

/** Encrypts values so that only this console can read or change them, and decrypts them. */
export interface Sealer<Value> {
  seal(value: Value): Promise<string>
  /** undefined: not sealed with this secret for this purpose, or modified. */
  open(text: string): Promise<Value | undefined>
}

export function deriveSecret(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)).toString('base64url')
}

/** Consoles with the same secret can open each other's values; `purpose` keeps one kind of value from passing as another. */
export async function createSealer<Value>(
  secret: string,
  purpose: string,
  schema: z.ZodMiniType<Value>,
): Promise<Sealer<Value>> {
  const bytes = hkdfSync('sha256', secret, '', purpose, 32)
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  return {
    async seal(value) {
      const plain = new TextEncoder().encode(JSON.stringify(value))
      return await new CompactEncrypt(plain).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key)
    },
    async open(text) {
      try {
        const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
        const { plaintext } = await compactDecrypt(text, key, options)
        return z.parse(schema, JSON.parse(new TextDecoder().decode(plaintext)))
      } catch {
        // The reason would only help an attacker.
        return undefined
      }
    },
  }
}
