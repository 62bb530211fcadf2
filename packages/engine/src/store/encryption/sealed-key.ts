/**
 * The key of a content, sealed with a master key, as stored in the index. It is sealed together with the size of the
 * content, under a key derived from the master key and 32 random bytes, so no nonce can repeat, however many contents
 * there are.
 *
 * As text: the format version, the id of the master key, and in base64 the random bytes followed by the sealed key.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { ChunkEncrypter, decryptChunk, KEY_BYTES, TAG_BYTES } from '../files/sealed-chunks.ts'

/** `id` is derived from the secret, so a wrong secret is recognised. */
export interface MasterKey {
  id: string
  secret: Uint8Array
}

const VERSION = '1'
const SALT_BYTES = 32
const SIZE_BYTES = 8

export function masterKey(secret: Uint8Array): MasterKey {
  return { id: createHmac('sha256', secret).update('cooperage master key id').digest('hex').slice(0, 16), secret }
}

export function sealKey(master: MasterKey, key: Uint8Array, size: number): string {
  const salt = randomBytes(SALT_BYTES)
  const encrypter = new ChunkEncrypter(sealingKey(master, salt))
  const sealed = [...encrypter.add(Buffer.concat([key, sizeBytes(size)])), ...encrypter.end()]
  return `${VERSION}:${master.id}:${Buffer.concat([salt, ...sealed]).toString('base64')}`
}

/** The id of the master key that sealed this key; undefined for another format. */
export function masterKeyIdOf(sealed: string): string | undefined {
  return /^1:([0-9a-f]{16}):/.exec(sealed)?.[1]
}

/** Undefined if the sealed key is damaged or the content's size differs. */
export function unsealKey(master: MasterKey, sealed: string, size: number): Buffer | undefined {
  const bytes = Buffer.from(sealed.slice(sealed.lastIndexOf(':') + 1), 'base64')
  if (bytes.length !== SALT_BYTES + KEY_BYTES + SIZE_BYTES + TAG_BYTES) return undefined
  const opened = decryptChunk(sealingKey(master, bytes.subarray(0, SALT_BYTES)), 0, bytes.subarray(SALT_BYTES))
  if (!opened?.subarray(KEY_BYTES).equals(sizeBytes(size))) return undefined
  return opened.subarray(0, KEY_BYTES)
}

function sealingKey({ secret }: MasterKey, salt: Uint8Array): Buffer {
  return createHmac('sha256', secret).update('cooperage sealed key 1').update(salt).digest()
}

function sizeBytes(size: number): Buffer {
  const bytes = Buffer.alloc(SIZE_BYTES)
  bytes.writeBigUInt64BE(BigInt(size))
  return bytes
}
