/**
 * Encryption of the bytes of one content: AES-256-GCM (NIST SP 800-38D), chunk by chunk, with a key that no other content
 * has. The nonce is the chunk number, so chunks can't be reordered, and chunks of other contents have other keys. The total
 * size is sealed with the key (`sealed-key.ts`), so truncation is detected too. An encrypted chunk with its tag is one
 * block of a data file, so a range request reads only the blocks it needs.
 */
import { type CipherGCM, createCipheriv, createDecipheriv } from 'node:crypto'
import { BLOCK_BYTES } from './blocks.ts'

const ALGORITHM = 'aes-256-gcm'
export const KEY_BYTES = 32
export const TAG_BYTES = 16
const NONCE_BYTES = 12

/** Size of every chunk but the last. */
export const CHUNK_BYTES = BLOCK_BYTES - TAG_BYTES

/** The encrypted size of a number of plain bytes. */
export function encryptedSize(size: number): number {
  return size + TAG_BYTES * Math.ceil(size / CHUNK_BYTES)
}

/** Encrypts bytes, which must be added in order. */
export class ChunkEncrypter {
  readonly #key: Uint8Array
  #number = 0
  #filled = 0
  #cipher: CipherGCM | undefined

  constructor(key: Uint8Array) {
    this.#key = key
  }

  /** The encrypted bytes, with the tags of the chunks that end in them. */
  add(bytes: Uint8Array): Uint8Array[] {
    const encrypted: Uint8Array[] = []
    for (let from = 0; from < bytes.length; ) {
      const piece = bytes.subarray(from, from + CHUNK_BYTES - this.#filled)
      from += piece.length
      this.#cipher ??= createCipheriv(ALGORITHM, this.#key, nonceOf(this.#number))
      encrypted.push(this.#cipher.update(piece))
      this.#filled += piece.length
      if (this.#filled === CHUNK_BYTES) encrypted.push(endOf(this.#take(this.#cipher)))
    }
    return encrypted
  }

  /** The tag of the last chunk. */
  end(): Uint8Array[] {
    return this.#cipher ? [endOf(this.#take(this.#cipher))] : []
  }

  #take(cipher: CipherGCM): CipherGCM {
    this.#cipher = undefined
    this.#filled = 0
    this.#number++
    return cipher
  }
}

function endOf(cipher: CipherGCM): Buffer {
  cipher.final()
  return cipher.getAuthTag()
}

/** Decrypts one chunk with its tag; undefined if it isn't this chunk of this content. */
export function decryptChunk(key: Uint8Array, number: number, encrypted: Uint8Array): Buffer | undefined {
  const end = encrypted.length - TAG_BYTES
  if (end < 0) return undefined
  const decipher = createDecipheriv(ALGORITHM, key, nonceOf(number), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(encrypted.subarray(end))
  const bytes = decipher.update(encrypted.subarray(0, end))
  try {
    decipher.final()
    return bytes
  } catch {
    return undefined
  }
}

function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt32BE(number, NONCE_BYTES - 4)
  return nonce
}
