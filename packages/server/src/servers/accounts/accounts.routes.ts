import {
  type AccountResult,
  AppError,
  createAccounts,
  getAccountFacts,
  MAX_NEW_ACCOUNTS_BYTES,
  NEW_ACCOUNTS_PART,
  type NewAccount,
  newAccounts,
  readArchivedAccounts,
  reasonText,
} from '@cooperage/contract'
import { hasIam } from '@cooperage/storage-client'
import { readArchiveForm, readBackupForm } from '../../iam-backup/index.ts'
import { noteForAudit } from '../../shared/audit-trail.ts'
import { sendWritten } from '../../shared/computations/written-response.ts'
import type { Registry } from '../../shared/feature.ts'
import { validated } from '../../shared/input-problems.ts'
import { withStorageErrors } from '../../shared/storage-errors.ts'
import { createAll } from './create-accounts.ts'
import { readAccounts } from './read-accounts.ts'

/** The page shows the progress after each call. */
const CREATE_FOR_MS = 10_000

/** Users, groups, policies and access keys that a migration takes along. The page decides which, by `planAccounts`. */
export function accountsRoutes({ routes, services: { accounts, computations, others } }: Registry): void {
  const requireOthers = () => {
    if (others === undefined) throw new AppError('NoOtherServers')
  }

  routes.withSession(
    getAccountFacts,
    async ({ storage }) => {
      requireOthers()
      return await readAccounts(storage)
    },
    { isLong: true },
  )

  routes.withSession(
    readArchivedAccounts,
    async ({ request, reply, session }) => {
      requireOthers()
      const { archive } = await readBackupForm(request, reply)
      return sendWritten(reply, await computations.run(session.id, 'archivedAccounts', archive))
    },
    { isLong: true },
  )

  routes.withSession(
    createAccounts,
    async ({ request, reply, session, storage }) => {
      requireOthers()
      const { archive, texts } = await readArchiveForm(request, reply, { [NEW_ACCOUNTS_PART]: MAX_NEW_ACCOUNTS_BYTES })
      const wanted = wantedIn(texts[NEW_ACCOUNTS_PART])
      // Also if the client disconnects before there are results.
      noteForAudit(request, { request: { accounts: wanted } })
      const names = wanted.flatMap(({ kind, name }) => (kind === 'user' || kind === 'key' ? [name] : []))
      const secrets =
        archive === undefined || names.length === 0
          ? new Map<string, string>()
          : await computations.run(session.id, 'archivedSecrets', archive, names)
      const isIam = await withStorageErrors({}, hasIam(storage))
      const results = await createAll({ storage, isIam, secrets }, wanted, CREATE_FOR_MS).finally(() =>
        accounts.forget(session),
      )
      noteForAudit(request, {
        request: { accounts: results.map((result, at) => ({ ...wanted[at], ...outcomeOf(result) })) },
      })
      if (results.some(({ outcome }) => outcome === 'failed')) request.failure = 'StorageError'
      return { results }
    },
    { isLong: true },
  )
}

/** What the audit trail says of a result, without its secret key. */
function outcomeOf({ outcome, message, credentials }: AccountResult): object {
  return { outcome, ...(message !== '' && { message }), ...(credentials && { accessKey: credentials.accessKey }) }
}

function wantedIn(text: string): NewAccount[] {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new AppError('InvalidInput', { reason: reasonText('bodyIsNotJson') }, { cause })
  }
  return validated(newAccounts, json, 'form')
}
