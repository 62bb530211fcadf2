/** The keys of a directory's users: temporary credentials and service accounts. */
import { readableDn } from '@cooperage/directory'
import { iamError, unclassified } from '../../../iam/errors.ts'
import type { ServiceAccountRecord } from '../../../iam/records.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminCall, AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'
import { withDirectoryErrors } from '../../ldap.ts'
import { LISTED_KINDS, type ListedKey, listedKey, orNull } from './listed-keys.ts'

interface ListedKeys {
  serviceAccounts: ListedKey[] | null
  stsKeys: ListedKey[] | null
}

/** Lists the keys of one user, by default the caller. */
export const listLdapAccessKeys: AdminOperation = async (call) => {
  const { engine, caller, query, allows, encryptedResponse } = call
  const named = query.get('userDN') ?? ''
  const isOwn = named === '' || named === caller.account
  const action = 'admin:ListServiceAccounts'
  if (!(isOwn ? allows.unlessDenied(action) : allows(action))) throw s3Error('AccessDenied')
  if (engine.ldap === undefined) throw unclassified('LDAP is not configured')
  const user = await withDirectoryErrors(engine.ldap.user(isOwn ? caller.account : named))
  if (user === undefined) throw iamError('NoSuchUser')
  const kinds = LISTED_KINDS.get(query.get('listType') ?? '') ?? [true, true]
  return encryptedResponse(keysOf(call, user.dn, kinds))
}

/** Lists the keys of several or all users; without a permission only those of the caller. */
export const listLdapAccessKeysBulk: AdminOperation = async (call) => {
  const { engine, query, allows, encryptedResponse } = call
  const named = query.getAll('userDNs')
  const isAll = query.get('all') === 'true'
  if (isAll && named.length > 0) throw adminError('InvalidRequest')
  if (isAll && !allows('admin:ListUsers')) throw s3Error('AccessDenied')
  if (engine.ldap === undefined) throw unclassified('LDAP is not configured')
  const users = isAll ? knownUsers(call) : await accountsOf(call, named)
  const isOwn = !isAll && users.every((user) => user === call.caller.account)
  const action = 'admin:ListServiceAccounts'
  if (!(isOwn ? allows.unlessDenied(action) : allows(action))) throw s3Error('AccessDenied')
  const kinds = LISTED_KINDS.get(query.get('listType') ?? '')
  if (kinds === undefined) throw adminError('InvalidRequest', 'Invalid Request (invalid list type)')
  const [service, temporary] = kinds
  const entries = users.flatMap((user) => {
    const keys = keysOf(call, user, kinds)
    const isEmpty = keys.serviceAccounts === null && keys.stsKeys === null
    return service !== temporary && isEmpty ? [] : [[readableDn(user), keys] as const]
  })
  return encryptedResponse(Object.fromEntries(entries))
}

function keysOf(
  { engine: { iam } }: AdminCall,
  user: string,
  [service, temporary]: readonly [service: boolean, temporary: boolean],
): ListedKeys {
  const services = service ? iam.serviceAccounts.ofParent(user) : []
  const sessions = temporary ? iam.temporaryCredentials.all().filter(({ parent }) => parent === user) : []
  return {
    serviceAccounts: orNull(services.map(({ accessKey, record }) => describedKey(accessKey, record))),
    stsKeys: orNull(sessions.map(({ accessKey, expiresAt }) => listedKey(accessKey, expiresAt))),
  }
}

function describedKey(accessKey: string, { name, description, expiresAt }: ServiceAccountRecord): ListedKey {
  return {
    ...listedKey(accessKey, expiresAt),
    ...(name === '' ? {} : { name }),
    ...(description === '' ? {} : { description }),
  }
}

/** Users that have policies or keys. */
function knownUsers({ engine: { iam, ldap } }: AdminCall): string[] {
  const mapped = iam.mappings.all('external').map(({ name }) => name)
  const owners = [...iam.serviceAccounts.all().values(), ...iam.temporaryCredentials.all()].map(({ parent }) => parent)
  return [...new Set([...mapped, ...owners])].filter((name) => ldap?.isUserDn(name)).sort()
}

/** The accounts of the named users that the directory has; of the caller if none is named. */
async function accountsOf({ engine: { ldap }, caller }: AdminCall, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [caller.account]
  const found: string[] = []
  for (const name of names) {
    const user = ldap && (await withDirectoryErrors(ldap.user(name)))
    if (user !== undefined) found.push(user.dn)
  }
  return found
}
