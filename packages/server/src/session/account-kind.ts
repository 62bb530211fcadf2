import { getUser, type StorageClient, StorageError } from '@cooperage/storage-client'
import type { Session } from '../shared/session/sealed-session.ts'

/**
 * What manages the account of a session: the storage server as one of its users, its configuration as root, or an identity
 * provider. Only users can change their password with a call.
 */
type AccountKind = 'user' | 'root' | 'external'

/** It never changes during a session, so only the first page of a session waits for it. */
const kinds = new WeakMap<Session, AccountKind>()

/** @throws StorageError */
export async function accountKind(session: Session, storage: StorageClient): Promise<AccountKind> {
  if (session.account === '' || (await storage.endpoint.profile()).kind === 's3') return 'external'
  // Only users and root sign in with an access key, and root isn't a user.
  const kind = kinds.get(session) ?? ((await isUser(storage, session.account)) ? 'user' : 'root')
  kinds.set(session, kind)
  return kind
}

async function isUser(storage: StorageClient, name: string): Promise<boolean> {
  try {
    await getUser(storage, name)
    return true
  } catch (error) {
    if (!(error instanceof StorageError) || error.kind !== 'refused' || error.status >= 500) throw error
    // A policy can deny this call to users, but not to root.
    return error.code === 'AccessDenied'
  }
}
