import type { StorageClient } from '@cooperage/storage-client'
import type { Services } from '../services.ts'
import type { Session } from '../session/sealed-session.ts'
import { refusal } from './second-factors.ts'

/** Ways to sign in whose accounts can have second factors here: by what somebody typed. All others prove who they are elsewhere. */
export function canHaveFactors({ way }: Pick<Session, 'way'>): boolean {
  return way === 'accessKey' || way === 'ldap'
}

/**
 * The account of a session as the storage server names it, never as it was typed: directories accept a name in several
 * spellings. A server without accounts accepts an access key only as it is.
 * @throws AppError SecondFactorRefused if the server doesn't name it; StorageError
 */
export async function factorAccount(
  session: Session,
  storage: StorageClient,
  { accounts, endpoint }: Pick<Services, 'accounts' | 'endpoint'>,
): Promise<string> {
  const { kind } = await endpoint.profile()
  const named = await accounts.nameOf(session, storage)
  // The user of IAM isn't known while IAM doesn't answer, which must not make it another account.
  const name = kind === 's3' ? session.account : named
  if (name === '') throw refusal('unnamed')
  return name
}
