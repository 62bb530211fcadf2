import type { Engine } from '../../../engine.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminCall, AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'
import { endText } from '../../times.ts'

/** What each kind of list has: service accounts, temporary credentials. */
const LISTED: Readonly<Record<string, readonly [service: boolean, temporary: boolean]>> = {
  'users-only': [false, false],
  'svcacc-only': [true, false],
  'sts-only': [false, true],
  all: [true, true],
}

interface ListedKey {
  parentUser: ''
  accountStatus: ''
  impliedPolicy: false
  accessKey: string
  expiration: string
}

/** The keys of several users, or of all; without a permission of the caller's own account. */
export const listAccessKeysBulk: AdminOperation = async (call) => {
  const { engine, query, encryptedAnswer } = call
  const users = usersAskedFor(call)
  const kinds = Object.hasOwn(LISTED, query.get('listType') ?? '') ? LISTED[query.get('listType') ?? ''] : undefined
  if (kinds === undefined) throw adminError('InvalidRequest', 'Invalid Request (invalid list type)')
  const [service, temporary] = kinds
  const { serviceAccounts, temporaryCredentials } = engine.iam
  const entries = users.flatMap((user) => {
    const services = service
      ? serviceAccounts.ofParent(user).map(({ accessKey, record }) => listed(accessKey, record.expiresAt))
      : []
    const sessions = temporary
      ? temporaryCredentials.ofParent(user).map(({ accessKey, expiresAt }) => listed(accessKey, expiresAt))
      : []
    // A list of one kind leaves out who has none of it.
    if (service !== temporary && services.length + sessions.length === 0) return []
    return [[user, { serviceAccounts: orNull(services), stsKeys: orNull(sessions) }] as const]
  })
  return encryptedAnswer(Object.fromEntries(entries))
}

/** @throws WireError */
function usersAskedFor({ engine, caller, query, allows }: AdminCall): string[] {
  const named = query.getAll('users')
  const isAll = query.get('all') === 'true'
  if (isAll && named.length > 0) throw adminError('InvalidRequest')
  if (isAll && !allows('admin:ListUsers')) throw s3Error('AccessDenied')
  const [first] = named
  const isOwn =
    !isAll && named.length <= 1 && (first === undefined || first === caller.accessKey || first === caller.account)
  const isAllowed = isOwn ? allows.unlessDenied('admin:ListServiceAccounts') : allows('admin:ListServiceAccounts')
  if (!isAllowed) throw s3Error('AccessDenied')
  if (isAll) return [...engine.iam.users.names(), engine.root.accessKey].sort()
  return (named.length === 0 ? [caller.account] : named).filter((user) => isEnabledUser(engine, user))
}

function isEnabledUser({ iam, root }: Engine, user: string): boolean {
  return user === root.accessKey || iam.users.get(user)?.enabled === true
}

function listed(accessKey: string, expiresAt: number | undefined): ListedKey {
  return { parentUser: '', accountStatus: '', impliedPolicy: false, accessKey, expiration: endText(expiresAt) }
}

function orNull(keys: ListedKey[]): ListedKey[] | null {
  return keys.length === 0 ? null : keys
}
