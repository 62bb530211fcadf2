import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import published from '../../test-vectors/admin-payload.json' with { type: 'json' }
import {
  AdminPayloadError,
  decryptAdminPayload,
  encryptAdminPayload,
  isEncryptedAdminPayload,
} from './payload-encryption.ts'

/** The rule by which the vectors generate their plaintexts. */
function plaintextOf(name: string, length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, at) =>
    createHash('sha256').update(`${name}:${at}`).digest(),
  )
  return Buffer.concat(blocks).subarray(0, length)
}

function vector(name: string) {
  const found = published.vectors.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no vector ${name}`)
  return { password: found.password, payload: Buffer.from(found.ciphertextBase64, 'base64') }
}

describe('decryptAdminPayload', () => {
  test.each(published.vectors)(
    'reads the vector $name',
    async ({ name, password, plaintextLength, ciphertextBase64 }) => {
      const plaintext = await decryptAdminPayload(password, Buffer.from(ciphertextBase64, 'base64'))

      expect(plaintext.equals(plaintextOf(name, plaintextLength))).toBe(true)
    },
  )

  const { password, payload } = vector('a256-17')
  const changed = (from: Buffer, at: number, value: number) => {
    const copy = Buffer.from(from)
    copy[at] = value
    return copy
  }

  test.each([
    ['another password', 'wrong-password', payload],
    ['a changed byte', password, changed(payload, payload.length - 1, (payload.at(-1) ?? 0) ^ 1)],
    ['an unknown algorithm', password, changed(payload, 32, 3)],
    ['another algorithm', password, changed(payload, 32, 1)],
    ['a lost last fragment', vector('a256-32768').password, vector('a256-32768').payload.subarray(0, 41 + 16384 + 16)],
    ['a lost empty fragment', vector('a256-0').password, vector('a256-0').payload.subarray(0, 41)],
    ['half a header', vector('a256-100').password, vector('a256-100').payload.subarray(0, 40)],
    ['nothing', password, Buffer.alloc(0)],
    ['a rest shorter than a tag', password, Buffer.concat([vector('a256-32768').payload, Buffer.alloc(3)])],
  ])('refuses %s', async (_, secret, body) => {
    await expect(decryptAdminPayload(secret, body)).rejects.toThrow(AdminPayloadError)
  })

  test('refuses fragments in another order', async () => {
    const step = 16384 + 16
    const body = await encryptAdminPayload('secret', Buffer.alloc(60_000), { algorithm: 2 })
    const at = (number: number) => body.subarray(41 + number * step, 41 + (number + 1) * step)
    const swapped = Buffer.concat([body.subarray(0, 41), at(0), at(2), at(1), at(3)])

    expect(swapped.length).toBe(body.length)
    await expect(decryptAdminPayload('secret', swapped)).rejects.toThrow(AdminPayloadError)
  })
})

describe('encryptAdminPayload', () => {
  test.each([0, 1, 2] as const)(
    'round-trips with algorithm %d, with a different result each time',
    async (algorithm) => {
      const text = Buffer.from('{"secretKey":"…"}')
      const [first, second] = await Promise.all([
        encryptAdminPayload('pässwörd', text, { algorithm }),
        encryptAdminPayload('pässwörd', text, { algorithm }),
      ])

      expect(first[32]).toBe(algorithm)
      expect(first.equals(second)).toBe(false)
      expect(await decryptAdminPayload('pässwörd', first)).toEqual(text)
    },
  )

  test.each([0, 1, 16383, 16384, 16385, 32768])('predicts the exact size for %d bytes', async (length) => {
    const body = await encryptAdminPayload('secret', Buffer.alloc(length, 7), { algorithm: 2 })

    expect(body.length).toBe(41 + length + 16 * Math.max(1, Math.ceil(length / 16384)))
    expect((await decryptAdminPayload('secret', body)).equals(Buffer.alloc(length, 7))).toBe(true)
  })

  test('serves many concurrent callers', async () => {
    const texts = Array.from({ length: 3 }, (_, at) => Buffer.from(`text ${at}`))
    const bodies = await Promise.all(texts.map((text) => encryptAdminPayload('secret', text)))

    expect(await Promise.all(bodies.map((body) => decryptAdminPayload('secret', body)))).toEqual(texts)
  })
})

test('distinguishes an encrypted body from plaintext', async () => {
  expect(isEncryptedAdminPayload(vector('a256-0').payload)).toBe(true)
  expect(isEncryptedAdminPayload(Buffer.from(JSON.stringify({ a: 'x'.repeat(60) })))).toBe(false)
  expect(isEncryptedAdminPayload(Buffer.from('{}'))).toBe(false)
})
