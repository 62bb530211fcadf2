import { AppError } from '@cooperage/contract'
import { type AccountInfo, StorageError, type Visitor } from '@cooperage/storage-client'
import { knownError } from '../shared/error-responses.ts'
import { pause } from '../shared/live/pause.ts'
import { SharedFeeds } from '../shared/live/shared-feeds.ts'
import type { Services } from '../shared/services.ts'
import type { Session } from '../shared/session/sealed-session.ts'

/** How often the account is checked while it is watched; each check makes the storage server count the buckets. */
const ACCOUNT_POLL_MS = 15_000

/**
 * Reports when the policy of a session's account changes. Throws NoPolicy or SessionEnded once the account lost all
 * permissions. All watchers of a session share one request at a time.
 */
type AccountWatch = (session: Session, visitor: Visitor | undefined, signal: AbortSignal) => AsyncGenerator<'changed'>

export function createAccountWatch({ accounts, sessions, settings }: Services): AccountWatch {
  const feeds = new SharedFeeds<'changed'>()
  const pollMs = settings.accountPollMs ?? ACCOUNT_POLL_MS

  async function* changes(
    session: Session,
    visitor: Visitor | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<'changed'> {
    let known: string | undefined
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      if (!isFirst) await pause(pollMs, signal)
      const account = await look(session, visitor, isFirst, signal)
      if (account === undefined) continue
      if (!account.hasPolicy) throw new AppError('NoPolicy')
      const policy = JSON.stringify(account.policy)
      if (known !== undefined && known !== policy) yield 'changed'
      known = policy
    }
  }

  /** undefined while the storage server is unreachable or busy: the account may be unchanged. */
  async function look(
    session: Session,
    visitor: Visitor | undefined,
    isFirst: boolean,
    signal: AbortSignal,
  ): Promise<AccountInfo | undefined> {
    const storage = sessions.storage(session, visitor, signal)
    try {
      // The page loaded the account just before it started watching; a change since then must be reported.
      return await (isFirst ? accounts.of(session, storage) : accounts.refresh(session, storage))
    } catch (error) {
      if (error instanceof StorageError && knownError(error)?.code !== 'SessionEnded') return undefined
      throw error
    }
  }

  return (session, visitor, signal) =>
    feeds.watch(session.id, (whileWatched) => changes(session, visitor, whileWatched), signal)
}
