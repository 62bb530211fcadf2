/**
 * The token of a scraper, as `mc admin prometheus generate` makes it: a JWT signed with the secret key of an account
 * (HS512; HS384 and HS256 are accepted too), whose `sub` is the access key and whose `iss` is "prometheus".
 */
import { decodeJwt, jwtVerify } from 'jose'

const OPTIONS = { algorithms: ['HS256', 'HS384', 'HS512'], issuer: 'prometheus', requiredClaims: ['exp'] }

/** The access key that signed the token; undefined for a token that is malformed, expired or signed by an unknown account. */
export async function accessKeyOf(
  token: string,
  secretOf: (accessKey: string) => string | undefined,
): Promise<string | undefined> {
  try {
    const { sub } = decodeJwt(token)
    const secret = typeof sub === 'string' ? secretOf(sub) : undefined
    if (secret === undefined) return undefined
    await jwtVerify(token, new TextEncoder().encode(secret), OPTIONS)
    return sub
  } catch {
    return undefined
  }
}
