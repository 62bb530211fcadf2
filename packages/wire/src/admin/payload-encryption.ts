/**
 * The encryption of admin API bodies, as in MinIO's own clients ("madmin"). The password is the secret key of the credentials
 * that sign the request; the response is encrypted with the same.
 *
 *     offset 0   salt         32 bytes
 *            32  algorithm    1 byte
 *            33  nonce        8 bytes
 *            41  fragments    at most 16384 bytes of ciphertext and a 16-byte tag each
 *
 * Fragment number s (from 1) has the AEAD nonce `nonce || uint32le(s)`. Its associated data is one flag byte, 0x80 for the
 * last fragment and 0 for the others, and the tag of sealing nothing with number 0. So neither order nor end can be
 * changed. A text that fills its fragments ends with a full one; an empty text is one empty fragment.
 */
import { argon2, createCipheriv, createDecipheriv, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

/**
 * 0: Argon2id and AES-256-GCM, used by servers. 1: Argon2id and ChaCha20-Poly1305. 2: PBKDF2 and AES-256-GCM, a hundredth of
 * the cost. Every reader accepts all three.
 */
export type AdminPayloadAlgorithm = 0 | 1 | 2

const SALT_BYTES = 32
const NONCE_BYTES = 8
const HEADER_BYTES = SALT_BYTES + 1 + NONCE_BYTES
const FRAGMENT_BYTES = 16384
const TAG_BYTES = 16
const KEY_BYTES = 32

/** A body that isn't an admin payload, was modified, or was encrypted with another password. */
export class AdminPayloadError extends Error {
  override name = 'AdminPayloadError'
}

/** Default algorithm: 0, as MinIO's own client on common machines. */
export async function encryptAdminPayload(
  password: string,
  plaintext: Uint8Array,
  options: { algorithm?: AdminPayloadAlgorithm } = {},
): Promise<Buffer> {
  const algorithm = options.algorithm ?? 0
  const header = Buffer.concat([randomBytes(SALT_BYTES), Uint8Array.of(algorithm), randomBytes(NONCE_BYTES)])
  const stream = await openStream(password, header, algorithm)
  const parts: Buffer[] = [header]
  const count = fragmentCount(plaintext.length)
  for (let number = 1; number <= count; number++) {
    const fragment = plaintext.subarray((number - 1) * FRAGMENT_BYTES, number * FRAGMENT_BYTES)
    parts.push(...seal(stream, number, associatedData(stream, number === count), fragment))
  }
  return Buffer.concat(parts)
}

/** @throws AdminPayloadError */
export async function decryptAdminPayload(password: string, payload: Uint8Array): Promise<Buffer> {
  const body = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
  const algorithm = body[SALT_BYTES]
  if (body.length < HEADER_BYTES + TAG_BYTES) throw new AdminPayloadError('The encrypted payload is too short.')
  if (algorithm !== 0 && algorithm !== 1 && algorithm !== 2) {
    throw new AdminPayloadError('The encrypted payload names an unknown algorithm.')
  }
  const stream = await openStream(password, body.subarray(0, HEADER_BYTES), algorithm)
  const parts: Buffer[] = []
  const step = FRAGMENT_BYTES + TAG_BYTES
  for (let at = HEADER_BYTES, number = 1; at < body.length; at += step, number++) {
    const isLast = at + step >= body.length
    parts.push(open(stream, number, associatedData(stream, isLast), body.subarray(at, at + step)))
  }
  return Buffer.concat(parts)
}

/** Whether a body looks like an encrypted payload. Plaintext above 41 bytes has a printable byte in place of the algorithm. */
export function isEncryptedAdminPayload(body: Uint8Array): boolean {
  const algorithm = body[SALT_BYTES]
  return body.length > HEADER_BYTES && algorithm !== undefined && algorithm <= 2
}

function fragmentCount(length: number): number {
  return Math.max(1, Math.ceil(length / FRAGMENT_BYTES))
}

interface Stream {
  key: Buffer
  algorithm: AdminPayloadAlgorithm
  nonce: Uint8Array
  /** Tag of the empty message number 0: ties every fragment to this key and nonce. */
  tag: Buffer
}

async function openStream(password: string, header: Buffer, algorithm: AdminPayloadAlgorithm): Promise<Stream> {
  const key = await deriveKey(password, header.subarray(0, SALT_BYTES), algorithm)
  const stream: Stream = { key, algorithm, nonce: header.subarray(SALT_BYTES + 1), tag: Buffer.alloc(0) }
  const [, tag] = seal(stream, 0, new Uint8Array(), new Uint8Array())
  return { ...stream, tag }
}

function associatedData(stream: Stream, isLast: boolean): Buffer {
  return Buffer.concat([Uint8Array.of(isLast ? 0x80 : 0), stream.tag])
}

function fragmentNonce(stream: Stream, number: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES + 4)
  nonce.set(stream.nonce)
  nonce.writeUInt32LE(number, NONCE_BYTES)
  return nonce
}

function seal(stream: Stream, number: number, data: Uint8Array, plaintext: Uint8Array): [Buffer, Buffer] {
  const options = { authTagLength: TAG_BYTES } as const
  const nonce = fragmentNonce(stream, number)
  const cipher =
    stream.algorithm === 1
      ? createCipheriv('chacha20-poly1305', stream.key, nonce, options)
      : createCipheriv('aes-256-gcm', stream.key, nonce, options)
  cipher.setAAD(data, { plaintextLength: plaintext.length })
  const ciphertext = cipher.update(plaintext)
  cipher.final()
  return [ciphertext, cipher.getAuthTag()]
}

function open(stream: Stream, number: number, data: Uint8Array, fragment: Buffer): Buffer {
  const length = fragment.length - TAG_BYTES
  if (length < 0) throw new AdminPayloadError('The encrypted payload is cut off.')
  const options = { authTagLength: TAG_BYTES } as const
  const nonce = fragmentNonce(stream, number)
  const decipher =
    stream.algorithm === 1
      ? createDecipheriv('chacha20-poly1305', stream.key, nonce, options)
      : createDecipheriv('aes-256-gcm', stream.key, nonce, options)
  decipher.setAAD(data, { plaintextLength: length })
  decipher.setAuthTag(fragment.subarray(length))
  const plaintext = decipher.update(fragment.subarray(0, length))
  try {
    decipher.final()
  } catch (cause) {
    throw new AdminPayloadError('The encrypted payload was changed or the password is wrong.', { cause })
  }
  return plaintext
}

function deriveKey(password: string, salt: Uint8Array, algorithm: AdminPayloadAlgorithm): Promise<Buffer> {
  if (algorithm === 2) return promisify(pbkdf2)(password, salt, 8192, KEY_BYTES, 'sha256')
  return withArgon2Slot(() =>
    promisify(argon2)('argon2id', {
      message: password,
      nonce: salt,
      passes: 1,
      memory: 65536,
      parallelism: 4,
      tagLength: KEY_BYTES,
    }),
  )
}

/** Each derivation uses 64 MiB and a thread of the pool: more than two at a time would starve file access and memory. */
const MAX_DERIVATIONS = 2
let running = 0
const waiting: (() => void)[] = []

async function withArgon2Slot<T>(derive: () => Promise<T>): Promise<T> {
  if (running >= MAX_DERIVATIONS) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await derive()
  } finally {
    // The slot passes to the next in line, if any.
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }
}
