/** What a look at an engine's health address told: whose answer came (empty for a stranger's), nobody there, or no answer. */
export type Health = { answers: string } | 'refused' | 'silent'

/** Asks `GET /minio/health/live` within two seconds. */
export async function askHealth(url: string): Promise<Health> {
  try {
    const response = await fetch(new URL('/minio/health/live', url), { signal: AbortSignal.timeout(2000) })
    await response.body?.cancel()
    return { answers: response.headers.get('x-cooperage-engine') ?? '' }
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED' ? 'refused' : 'silent'
  }
}
