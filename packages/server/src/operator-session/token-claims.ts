/** What a JSON Web Token says, which the API server verifies. Clusters also accept tokens of other kinds, which say nothing. */

/** When it expires, in milliseconds; undefined if it doesn't say. */
export function tokenExpiry(token: string): number | undefined {
  const { exp } = claimsOf(token)
  return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1000 : undefined
}

/** Whose it is; '' if it doesn't say. For service accounts it is their name in the cluster. */
export function tokenSubject(token: string): string {
  const { sub } = claimsOf(token)
  return typeof sub === 'string' ? sub : ''
}

function claimsOf(token: string): { exp?: unknown; sub?: unknown } {
  const [, payload = ''] = token.split('.')
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}
