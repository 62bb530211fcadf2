import { AppError, placeText, taskOf } from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import { type AccountPermissions, accountPermissions, requestContext } from '@cooperage/wire/policy'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import type { Session } from './sealed-session.ts'

/**
 * Authorizes a call about the console's own data by the current policy of the visitor, because no storage server does.
 * @throws AppError AccessDenied
 */
export async function requirePermission(
  action: string,
  { request, session, storage }: { request: FastifyRequest; session: Session; storage: StorageClient },
  services: Services,
): Promise<void> {
  const account = await services.accounts.refresh(session, storage)
  if (!account.hasPolicy) throw new AppError('NoPolicy')
  if (allows(accountPermissions(account), action, request, services)) return
  throw new AppError('AccessDenied', { action, task: taskOf(action), resource: placeText('server') })
}

/** Whether a policy allows a call of this visitor. */
export function allows(
  policy: AccountPermissions,
  action: string,
  request: FastifyRequest,
  { now }: Pick<Services, 'now'>,
): boolean {
  const context = requestContext({
    headers: request.headers,
    query: new URLSearchParams(),
    sourceIp: request.ip,
    isSecure: request.protocol === 'https',
    now: now(),
    authentication: 'header',
    caller: { kind: 'temporary', account: request.session?.account ?? '' },
  })
  return policy.allows(action, context)
}
