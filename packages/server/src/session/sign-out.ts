import type { FastifyBaseLogger } from 'fastify'

/**
 * Ends a session here, and returns where the browser ends it at its provider, or ''. Neither prevents the other: whatever fails
 * is logged, and the visitor is signed out of the rest.
 */
export async function signOutEverywhere(
  log: FastifyBaseLogger,
  { here, atProvider }: { here: () => Promise<void>; atProvider: () => Promise<string | undefined> },
): Promise<string> {
  const [ended, left] = await Promise.allSettled([here(), atProvider()])
  if (ended.status === 'rejected') log.error({ err: ended.reason }, 'the sign-out is not stored: a restart forgets it')
  if (left.status === 'fulfilled') return left.value ?? ''
  log.warn({ err: left.reason }, 'not signed out of the identity provider')
  return ''
}
