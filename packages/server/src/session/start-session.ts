import type { StorageClient } from '@cooperage/storage-client'
import type { FastifyReply } from 'fastify'
import type { Services } from '../shared/services.ts'
import type { Session } from '../shared/session/sealed-session.ts'
import { newSession } from '../shared/session/session-keeper.ts'
import { SESSION_HOURS, TRANSFER_GRACE_SECONDS } from '../shared/settings.ts'
import { signIn } from './sign-in.ts'

interface NewSession extends Pick<Session, 'id' | 'revokeType'> {
  /** The keys that the visitor typed. */
  typed: { accessKey: string; secretKey: string }
  signal: AbortSignal
}

/**
 * Signs in and puts the new session into the visitor's cookie.
 * @throws AppError InvalidLogin, ServiceAccountLogin, NoPolicy
 */
export async function startSession(
  { settings, endpoint, sessions, now }: Pick<Services, 'settings' | 'endpoint' | 'sessions' | 'now'>,
  reply: FastifyReply,
  { id, revokeType, typed, signal }: NewSession,
): Promise<void> {
  const sessionSeconds = (settings.sessionHours ?? SESSION_HOURS.default) * 3600
  const client: StorageClient = { endpoint, credentials: typed, signal }
  const keys = await signIn(client, revokeType, sessionSeconds + TRANSFER_GRACE_SECONDS)
  await sessions.start(reply, newSession({ id, revokeType, account: typed.accessKey }, keys, sessionSeconds, now()))
}
