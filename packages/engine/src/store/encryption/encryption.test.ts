import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  CHUNK_BYTES,
  ChunkEncrypter,
  decryptChunk,
  encryptedSize,
  KEY_BYTES,
  TAG_BYTES,
} from '../files/sealed-chunks.ts'
import { KeyFileError, newKeyFileText, parseKeyFile } from './key-file.ts'
import { masterKey, masterKeyIdOf, sealKey, unsealKey } from './sealed-key.ts'

const key = randomBytes(KEY_BYTES)

function encrypt(bytes: Buffer, by = key, step = 100_000): Buffer {
  const encrypter = new ChunkEncrypter(by)
  const pieces: Uint8Array[] = []
  for (let from = 0; from < bytes.length; from += step) pieces.push(...encrypter.add(bytes.subarray(from, from + step)))
  return Buffer.concat([...pieces, ...encrypter.end()])
}

function decrypt(bytes: Buffer, by = key): Buffer | undefined {
  const chunks: Buffer[] = []
  for (let number = 0; number * (CHUNK_BYTES + TAG_BYTES) < bytes.length; number++) {
    const from = number * (CHUNK_BYTES + TAG_BYTES)
    const chunk = decryptChunk(by, number, bytes.subarray(from, from + CHUNK_BYTES + TAG_BYTES))
    if (!chunk) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

test.each([0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES, 2 * CHUNK_BYTES + 7])(
  '%i bytes round-trip, however they are split',
  (size) => {
    const bytes = randomBytes(size)
    for (const step of [1 << 20, 65_537, 1_000]) {
      const encrypted = encrypt(bytes, key, step)
      expect(encrypted.length).toBe(encryptedSize(size))
      expect(decrypt(encrypted)?.equals(bytes)).toBe(true)
    }
  },
)

test('reordered, foreign and modified chunks are rejected', () => {
  const encrypted = encrypt(randomBytes(3 * CHUNK_BYTES))
  const unit = CHUNK_BYTES + TAG_BYTES
  const chunk = (number: number) => encrypted.subarray(number * unit, (number + 1) * unit)
  expect(decryptChunk(key, 1, chunk(1))).toBeDefined()
  expect(decryptChunk(key, 0, chunk(1))).toBeUndefined()
  expect(decryptChunk(randomBytes(KEY_BYTES), 1, chunk(1))).toBeUndefined()
  expect(decryptChunk(key, 1, chunk(1).subarray(0, -1))).toBeUndefined()
  expect(decryptChunk(key, 1, Buffer.alloc(3))).toBeUndefined()
  for (const position of [0, 1_000, unit - 1]) {
    const changed = Buffer.from(chunk(1))
    changed.writeUInt8(changed.readUInt8(position) ^ 1, position)
    expect(decryptChunk(key, 1, changed)).toBeUndefined()
  }
})

test('two contents with the same bytes are encrypted differently', () => {
  const bytes = Buffer.alloc(1_000)
  const [one, other] = [encrypt(bytes, randomBytes(KEY_BYTES)), encrypt(bytes, randomBytes(KEY_BYTES))]
  expect(one.equals(other)).toBe(false)
})

test('a sealed key opens only with its master key and size', () => {
  const [master, other] = [masterKey(randomBytes(KEY_BYTES)), masterKey(randomBytes(KEY_BYTES))]
  const sealed = sealKey(master, key, 5_000_000_000)
  expect(masterKeyIdOf(sealed)).toBe(master.id)
  expect(unsealKey(master, sealed, 5_000_000_000)?.equals(key)).toBe(true)
  expect(unsealKey(master, sealed, 4_999_999_999)).toBeUndefined()
  expect(unsealKey(other, sealed, 5_000_000_000)).toBeUndefined()
  expect(unsealKey(master, sealed.slice(0, -4), 5_000_000_000)).toBeUndefined()
  expect(sealKey(master, key, 1)).not.toBe(sealKey(master, key, 1))
  for (const wrong of ['', '2:0123456789abcdef:AA==', 'nonsense']) expect(masterKeyIdOf(wrong)).toBeUndefined()
})

test('a key file has one key per line, and the last encrypts new content', () => {
  const [first] = parseKeyFile(newKeyFileText())
  expect(first?.secret.length).toBe(KEY_BYTES)
  const secret = randomBytes(KEY_BYTES)
  const both = parseKeyFile(`${newKeyFileText()}\r\n  KEY=${secret.toString('base64')}  \r\n`)
  expect(both.map(({ id }) => id)).toEqual([expect.any(String), masterKey(secret).id])
})

test.each([
  ['nothing', '', 'it contains no key'],
  ['comments alone', '# KEY=\n', 'it contains no key'],
  ['a short key', 'KEY=c2hvcnQ=', 'line 1 is not KEY= and 32 bytes in base64'],
  ['something else', `# keys\nSECRET=${Buffer.alloc(32).toString('base64')}`, 'line 2 is not KEY='],
])('a key file with %s is refused, without showing it', (_, text, message) => {
  expect(() => parseKeyFile(text)).toThrow(KeyFileError)
  expect(() => parseKeyFile(text)).toThrow(message)
})
