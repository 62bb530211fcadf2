import { compareText } from '@cooperage/wire'
import { isLdapClaims } from '../../../iam/ldap-claims.ts'
import type { Claims } from '../../../iam/records.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { OpenIdProvider } from '../../../sts/openid/provider.ts'
import type { AdminCall, AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'
import { isOwnKeysQuery, LISTED_KINDS, type ListedKey, listedKey, orNull } from './listed-keys.ts'

interface ListedUser {
  minioAccessKey: string
  ID: string
  readableName: string
  serviceAccounts: ListedKey[] | null
  stsKeys: ListedKey[] | null
}

interface ProviderKey {
  parent: string
  claims: Claims
  roleArn: string | undefined
  isTemporary: boolean
  key: ListedKey
}

/** Lists the keys of external identities by provider: the unnamed one unless `configName` or `allConfigs` selects others. */
export const listAccessKeysOpenIdBulk: AdminOperation = async (call) => {
  const { engine, caller, query, allows, encryptedResponse } = call
  const named = query.getAll('users')
  const isAll = query.get('all') === 'true'
  if (isAll && named.length > 0) throw adminError('InvalidRequest')
  if (isAll && !allows('admin:ListUsers')) throw s3Error('AccessDenied')
  const isOwn = isOwnKeysQuery(call)
  const isAllowed = isOwn ? allows.unlessDenied('admin:ListServiceAccounts') : allows('admin:ListServiceAccounts')
  if (!isAllowed) throw s3Error('AccessDenied')
  const [service, temporary] = LISTED_KINDS.get(query.get('listType') ?? '') ?? rejectListType()

  const configName = query.get('configName') || '_'
  const configs = engine.config
    .targetNames('identity_openid')
    .filter((name) => query.get('allConfigs') === 'true' || name === configName)
  if (configs.length === 0) throw adminError('XMinioAdminNoSuchConfigTarget')
  const wanted = isOwn && named.length === 0 ? [caller.account] : named
  const keys = keysOfProviders(call).filter(
    ({ parent, claims, isTemporary }) =>
      (isTemporary ? temporary : service) && (isAll || wanted.includes(parent) || wanted.includes(String(claims.sub))),
  )
  return encryptedResponse(
    configs.map((name) => {
      const provider = engine.openId.all().find(({ settings }) => settings.name === name)
      return { configName: name, users: provider === undefined ? [] : usersOf(provider, keys) }
    }),
  )
}

function rejectListType(): never {
  throw adminError('InvalidRequest', 'Invalid Request (invalid list type)')
}

function keysOfProviders({ engine: { iam } }: AdminCall): ProviderKey[] {
  const services = [...iam.serviceAccounts.all()].flatMap(([accessKey, { parent, claims, roleArn, expiresAt }]) =>
    claims === undefined || isLdapClaims(claims)
      ? []
      : [{ parent, claims, roleArn, isTemporary: false, key: listedKey(accessKey, expiresAt) }],
  )
  const sessions = iam.temporaryCredentials
    .all()
    .flatMap(({ accessKey, parent, claims, roleArn, expiresAt }) =>
      claims === undefined || isLdapClaims(claims)
        ? []
        : [{ parent, claims, roleArn, isTemporary: true, key: listedKey(accessKey, expiresAt) }],
    )
  return [...services, ...sessions]
}

function usersOf({ roleArn }: OpenIdProvider, keys: readonly ProviderKey[]): ListedUser[] {
  const byParent = Map.groupBy(
    keys.filter((key) => key.roleArn === roleArn),
    ({ parent }) => parent,
  )
  return [...byParent]
    .sort(([one], [other]) => compareText(one, other))
    .map(([minioAccessKey, own]) => ({
      minioAccessKey,
      ID: String(own[0]?.claims.sub ?? ''),
      readableName: '',
      serviceAccounts: orNull(own.filter(({ isTemporary }) => !isTemporary).map(({ key }) => key)),
      stsKeys: orNull(own.filter(({ isTemporary }) => isTemporary).map(({ key }) => key)),
    }))
}
