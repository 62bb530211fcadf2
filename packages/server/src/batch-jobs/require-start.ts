import { AppError, placeText, taskOf } from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import { accountPermissions } from '@cooperage/wire/policy'
import type { Services } from '../shared/services.ts'
import type { Session } from '../shared/session/sealed-session.ts'
import { START } from './batch-job-errors.ts'

/**
 * Only who may start jobs can have definitions checked, and the console connect to other servers.
 * @throws AppError AccessDenied
 */
export async function requireStart(
  { accounts }: Pick<Services, 'accounts'>,
  session: Session,
  storage: StorageClient,
): Promise<void> {
  if (accountPermissions(await accounts.of(session, storage)).couldAllow([START])) return
  throw new AppError('AccessDenied', { action: START, resource: placeText('server'), task: taskOf(START) })
}
