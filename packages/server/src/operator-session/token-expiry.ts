/** When a token expires according to its claim `exp`, in milliseconds; undefined without one. The API server verifies it. */
export function tokenExpiry(token: string): number | undefined {
  const [, payload] = token.split('.')
  if (payload === undefined) return undefined
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return undefined
    return typeof claims.exp === 'number' && Number.isFinite(claims.exp) ? claims.exp * 1000 : undefined
  } catch {
    // Clusters also accept tokens of other kinds.
    return undefined
  }
}
