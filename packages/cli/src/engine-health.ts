import { CHALLENGE_HEADER, type EngineRecord, newChallenge, PROOF_HEADER, proofOf } from '@cooperage/engine/record'
import { reachableHost, urlHost } from './addresses.ts'

/**
 * What listens at the address in an engine's record: the engine that wrote it, another server, nothing (`refused`), or a
 * server that doesn't respond or is too busy to (`silent`).
 */
export type Health = 'engine' | 'stranger' | 'refused' | 'silent'

/** Where a recorded engine can be reached, for example `http://127.0.0.1:9000`. */
export function recordedUrl({ host, port }: EngineRecord): string {
  return `http://${urlHost(reachableHost(host))}:${port}`
}

/** Sends `GET /minio/health/live` with a timeout of two seconds and a challenge that only the recorded engine can solve. */
export async function askHealth(record: EngineRecord): Promise<Health> {
  const challenge = newChallenge()
  try {
    const response = await fetch(new URL('/minio/health/live', recordedUrl(record)), {
      headers: { [CHALLENGE_HEADER]: challenge },
      redirect: 'manual',
      signal: AbortSignal.timeout(2000),
    })
    await response.body?.cancel()
    if (response.headers.get(PROOF_HEADER) === proofOf(record.secret, challenge)) return 'engine'
    // An engine at its connection limit responds before it reads the challenge.
    return response.status === 503 ? 'silent' : 'stranger'
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED' ? 'refused' : 'silent'
  }
}
