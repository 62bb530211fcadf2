/** What every test case needs: the server under test, requests to it, and fixtures. */
import { type SendOptions, send, type TestResponse, uniqueName } from '@cooperage/testkit'
import { inject } from 'vitest'
import type { AWS_DIFFERENCES } from './aws-differences.ts'

export const target = inject('target')

/** A request to the server under test, signed with the root keys by default. */
export function request(options: Omit<SendOptions, 'url'>): Promise<TestResponse> {
  return send({ url: target.url, credentials: target.root, ...options })
}

/**
 * The expectation for the server under test where the engine deliberately differs from MinIO. Both sides are asserted
 * exactly; `reason` is for the reader.
 */
export function differs<Engine, Minio>(expected: { engine: Engine; minio: Minio }, reason: string): Engine | Minio {
  if (reason === '') throw new Error('a deliberate difference needs a reason')
  return expected[target.kind]
}

/** The expectation for both servers, although AWS documents something else. */
export function againstAws<T>(expected: T, _difference: keyof typeof AWS_DIFFERENCES): T {
  return expected
}

/** The code of a checksum that doesn't match the bytes. */
export const WRONG_CHECKSUM = differs(
  { engine: 'BadDigest', minio: 'XAmzContentChecksumMismatch' },
  'the code that AWS documents for checksums too',
)

async function succeed(options: Omit<SendOptions, 'url'>): Promise<TestResponse> {
  const response = await request(options)
  if (response.status !== 200) throw new Error(`${options.method} returned ${response.status}: ${response.text}`)
  return response
}

export const given = {
  /** A new bucket with a unique name. */
  async bucket(versioning?: 'Enabled' | 'Suspended'): Promise<string> {
    const bucket = uniqueName('parity')
    await succeed({ method: 'PUT', bucket })
    if (versioning !== undefined) await given.versioning(bucket, versioning)
    return bucket
  },

  async versioning(bucket: string, status: 'Enabled' | 'Suspended'): Promise<void> {
    const body = `<VersioningConfiguration><Status>${status}</Status></VersioningConfiguration>`
    await succeed({ method: 'PUT', bucket, query: { versioning: '' }, body })
  },

  /** Creates a version of an object and returns its ID. */
  async version(
    bucket: string,
    key: string,
    body: string | Uint8Array = 'text',
    headers: Record<string, string> = {},
  ): Promise<string> {
    const { headers: received } = await given.object(bucket, key, body, headers)
    return received['x-amz-version-id'] ?? 'null'
  },

  async object(
    bucket: string,
    key: string,
    body: string | Uint8Array = 'text',
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    return succeed({ method: 'PUT', bucket, key, body, headers })
  },
}

/**
 * Keys that every operation must preserve: escapes, characters that are special in URLs, XML or shells, other
 * scripts, and both forms of an accented letter, which are different keys.
 */
export const ODD_KEYS = [
  'with space',
  'plus+plus',
  'per%cent and %41',
  'amp&<xml>"quote\'',
  'semi;colon=equals?question#hash',
  'ünïcödé/日本語/🛢️',
  'composed-\u00e9',
  'decomposed-e\u0301',
  'back\\slash',
  '~tilde!$()*,:@[]{}|^`',
  '.hidden/..dots../...',
  'right-to-left-\u202egnp.exe',
  ' leading and trailing ',
  'ends-with-slash/',
  'tab\tand\u007f',
]
