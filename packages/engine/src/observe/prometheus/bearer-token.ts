/**
 * The token of a scraper, as `mc admin prometheus generate` makes it: a JWT signed with the secret key of an account
 * (HS512, HS256 is read too), whose `sub` is the access key and whose `iss` is "prometheus".
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const HASHES: ReadonlyMap<string, string> = new Map([
  ['HS256', 'sha256'],
  ['HS384', 'sha384'],
  ['HS512', 'sha512'],
])
const ISSUER = 'prometheus'

/** The access key that the token is good for; undefined for any other token. */
export function accessKeyOf(
  token: string,
  secretOf: (accessKey: string) => string | undefined,
  now = Date.now(),
): string | undefined {
  const [head = '', claims = '', signature = '', ...more] = token.split('.')
  const hash = HASHES.get(String(readJson(head)?.alg))
  const { iss, sub, exp, nbf } = readJson(claims) ?? {}
  if (hash === undefined || more.length > 0 || iss !== ISSUER || typeof sub !== 'string') return undefined
  if (typeof exp !== 'number' || exp * 1000 <= now) return undefined
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf * 1000 <= now)) return undefined
  const secret = secretOf(sub)
  if (secret === undefined) return undefined
  const expected = createHmac(hash, secret).update(`${head}.${claims}`).digest()
  const given = Buffer.from(signature, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected) ? sub : undefined
}

function readJson(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
