import { compareText } from '@cooperage/wire'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminCall, AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'
import type { AdminServices } from '../../services.ts'
import { isOwnKeysQuery, LISTED_KINDS, type ListedKey, listedKey, orNull } from './listed-keys.ts'

/** Lists the keys of several or all users; without a permission only those of the caller's account. */
export const listAccessKeysBulk: AdminOperation = async (call) => {
  const { engine, query, encryptedResponse } = call
  const users = requestedUsers(call)
  const kinds = LISTED_KINDS.get(query.get('listType') ?? '')
  if (kinds === undefined) throw adminError('InvalidRequest', 'Invalid Request (invalid list type)')
  const [service, temporary] = kinds
  const servicesOf = byParent(service ? engine.iam.serviceAccounts.all() : [])
  const sessionsOf = byParent(
    temporary ? engine.iam.temporaryCredentials.all().map((one) => [one.accessKey, one] as const) : [],
  )
  const entries = users.flatMap((user) => {
    const services = servicesOf.get(user) ?? []
    const sessions = sessionsOf.get(user) ?? []
    // A list of one kind omits users without keys of that kind.
    if (service !== temporary && services.length + sessions.length === 0) return []
    return [[user, { serviceAccounts: orNull(services), stsKeys: orNull(sessions) }] as const]
  })
  return encryptedResponse(Object.fromEntries(entries))
}

/** Groups all keys by parent in one pass, sorted by access key. */
function byParent(
  keys: Iterable<readonly [accessKey: string, key: { parent: string; expiresAt?: number }]>,
): ReadonlyMap<string, ListedKey[]> {
  const found = new Map<string, ListedKey[]>()
  for (const [accessKey, { parent, expiresAt }] of [...keys].sort(([one], [other]) => compareText(one, other))) {
    const own = found.get(parent)
    if (own === undefined) found.set(parent, [listedKey(accessKey, expiresAt)])
    else own.push(listedKey(accessKey, expiresAt))
  }
  return found
}

/** @throws WireError */
function requestedUsers(call: AdminCall): string[] {
  const { engine, caller, query, allows } = call
  const named = query.getAll('users')
  const isAll = query.get('all') === 'true'
  if (isAll && named.length > 0) throw adminError('InvalidRequest')
  if (isAll && !allows('admin:ListUsers')) throw s3Error('AccessDenied')
  const isAllowed = isOwnKeysQuery(call)
    ? allows.unlessDenied('admin:ListServiceAccounts')
    : allows('admin:ListServiceAccounts')
  if (!isAllowed) throw s3Error('AccessDenied')
  if (isAll) return [...engine.iam.users.names(), engine.root.accessKey].sort()
  return (named.length === 0 ? [caller.account] : named).filter((user) => isEnabledUser(engine, user))
}

function isEnabledUser({ iam, root }: AdminServices, user: string): boolean {
  return user === root.accessKey || iam.users.get(user)?.enabled === true
}
