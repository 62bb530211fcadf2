/** What RustFS 1.0.1 answers, by its released source (crate `rustfs`, Apache-2.0), from what the engine answers. */
import { type JsonObject, listField, objectField, parseAdminError, textField } from '@cooperage/wire'

/** Those of its admin routes below `/v3/` that the console or MinIO's client knows; `*` is anything. */
const ROUTES: readonly string[] = [
  'GET accountinfo',
  'GET list-users',
  'GET user-info',
  'DELETE remove-user',
  'PUT add-user',
  'PUT set-user-status',
  'GET groups',
  'GET group',
  'PUT set-group-status',
  'PUT update-group-members',
  'PUT add-service-account',
  'POST update-service-account',
  'GET info-service-account',
  'GET info-access-key',
  'GET temporary-account-info',
  'GET list-service-accounts',
  'GET list-access-keys-bulk',
  'DELETE delete-service-account',
  'GET export-iam',
  'PUT import-iam',
  'PUT import-iam-v2',
  'GET list-canned-policies',
  'GET info-canned-policy',
  'PUT add-canned-policy',
  'DELETE remove-canned-policy',
  'PUT set-user-or-group-policy',
  'POST idp/builtin/policy/*',
  'GET idp/builtin/policy-entities',
  'GET idp/ldap/*',
  'POST idp/ldap/policy/*',
  'GET idp/openid/list-access-keys-bulk',
  'GET idp-config/*',
  'PUT idp-config/*',
  'POST idp-config/*',
  'DELETE idp-config/*',
  'POST revoke-tokens/*',
  'POST service',
  'GET info',
  'GET inspect-data',
  'GET storageinfo',
  'GET datausageinfo',
  'GET healthinfo',
  'GET pools/*',
  'POST pools/*',
  'POST rebalance/*',
  'GET rebalance/*',
  'POST heal/*',
  'POST background-heal/status',
  'GET tier',
  'PUT tier',
  'GET tier-stats',
  'GET tier/*',
  'POST tier/*',
  'DELETE tier/*',
  'PUT set-bucket-quota',
  'GET get-bucket-quota',
  'GET get-config-kv',
  'PUT set-config-kv',
  'DELETE del-config-kv',
  'GET help-config-kv',
  'GET list-config-history-kv',
  'DELETE clear-config-history-kv',
  'PUT restore-config-history-kv',
  'GET config',
  'PUT config',
  'GET list-remote-targets',
  'PUT set-remote-target',
  'DELETE remove-remote-target',
  'POST replication/diff',
  'GET replication/mrf',
  'GET top/locks',
  'GET log',
  'POST speedtest',
]

/** Whether it has a call. `trace` has a route that always refuses. */
export function hasRoute(method: string, call: string): boolean {
  return ROUTES.some((route) => {
    const wanted = `${method} ${call}`
    return route.endsWith('*') ? wanted.startsWith(route.slice(0, -1)) : wanted === route
  })
}

/** Sections of its configuration that the engine has too. */
export const SECTIONS = new Set([
  'audit_webhook',
  'heal',
  'identity_openid',
  'notify_mqtt',
  'notify_webhook',
  'scanner',
  'storage_class',
])

/** Status, code and message of a refusal. */
export type Refusal = readonly [status: number, code: string, message: string]

const missing = (what: string): Refusal => [404, 'NoSuchResource', `${what} does not exist`]

/** How it refuses what the engine refused. */
export function refusalOf(call: string, query: URLSearchParams, body: Buffer): Refusal {
  const { code, message } = parseAdminError(body) ?? { code: 'InternalError', message: '' }
  const subject = query.get('accessKey') ?? query.get('userOrGroup') ?? query.get('user') ?? ''
  switch (code) {
    case 'AccessDenied':
      return [403, 'AccessDenied', 'Access Denied']
    case 'InvalidAccessKeyId':
      return [403, code, 'check key failed']
    case 'XMinioAdminNoSuchUser':
      if (call === 'set-user-status')
        return [500, 'InternalError', `failed to set user status: user '${subject}' does not exist`]
      if (call === 'set-user-or-group-policy') return [400, 'InvalidArgument', 'user not found']
      if (call === 'add-service-account') return [400, 'InvalidRequest', 'target user not exist']
      return missing(`user '${subject}'`)
    case 'XMinioAdminNoSuchGroup':
      return missing(`group '${query.get('group') ?? subject}'`)
    case 'XMinioAdminGroupNotEmpty':
      return [500, 'InternalError', 'group not empty']
    case 'XMinioAdminNoSuchPolicy':
      return call === 'set-user-or-group-policy' ? [500, 'InternalError', 'policy does not exist'] : missing('policy')
    case 'XMinioIAMPolicyInUse':
      return [500, 'InternalError', 'policy in use']
    case 'XMinioIAMActionNotAllowed':
      return [500, 'InternalError', 'action not allowed']
    case 'XMinioInvalidIAMCredentials':
      if (call === 'add-user') return [400, 'InvalidArgument', 'cannot create a user with the system access key']
      if (call === 'delete-service-account') return [400, 'InvalidRequest', 'service account not exist']
      return missing(`service account '${subject}'`)
    case 'XMinioAdminInvalidAccessKey':
      return [500, 'InternalError', 'failed to create user: invalid access key length']
    case 'XMinioAdminInvalidSecretKey':
      return [500, 'InternalError', 'failed to create user: invalid secret key length']
    case 'XMinioAdminVersionMismatch':
      return [501, 'NotImplemented', 'A header you provided implies functionality that is not implemented.']
    case 'NoSuchBucket':
      return [404, code, `bucket not found: ${query.get('bucket')}`]
  }
  return [400, 'InvalidRequest', message]
}

/** The policy of root, which differs from MinIO's. */
const OF_ROOT = {
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Action: ['admin:*'] },
    { Effect: 'Allow', Action: ['kms:*'] },
    { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] },
    { Effect: 'Allow', Action: ['sts:AssumeRole'] },
  ],
}

type Shape = (answer: unknown, isRoot: boolean) => unknown

/** Documents that differ, by call. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  accountinfo: (answer, isRoot) => {
    const account = objectField(answer)
    return {
      account_name: account.AccountName,
      server: {
        BackendType: 'Erasure',
        OnlineDisks: {},
        OfflineDisks: {},
        StandardSCData: [1],
        StandardSCParities: [0],
        StandardSCParity: 0,
        RRSCData: [1],
        RRSCParities: [0],
        RRSCParity: 0,
        TotalSets: [1],
        DrivesPerSet: [1],
      },
      policy: JSON.stringify(isRoot ? OF_ROOT : account.Policy),
      buckets: listField(account, 'Buckets').map((one) => {
        const { name, created, access, details } = objectField(one)
        const { versioning, versioningSuspended, locking } = objectField(details)
        return {
          name,
          details: { versioning, versioning_suspended: versioningSuspended, locking, replication: false },
          prefix_usage: {},
          expiration: created,
          access,
        }
      }),
    }
  },
  'list-users': (users) =>
    Object.fromEntries(Object.entries(objectField(users)).map(([name, user]) => [name, userOf(user)])),
  'user-info': userOf,
  groups: (groups) => (Array.isArray(groups) ? groups : []),
  'info-canned-policy': (answer) => {
    const { Policy, CreateDate = null, UpdateDate = null } = objectField(answer)
    return { Version: 1, Policy, CreateDate, UpdateDate }
  },
  'list-config-history-kv': (entries) =>
    (Array.isArray(entries) ? entries : []).map((one) => {
      const { restoreId, createTime, data } = objectField(one)
      return { RestoreID: restoreId, CreateTime: createTime, Data: data, DataRedacted: true }
    }),
  'help-config-kv': (answer) => {
    const help = objectField(answer)
    if (help.subSys) return help
    const isHere = (one: unknown) => SECTIONS.has(textField(objectField(one), 'key'))
    return { ...help, keysHelp: listField(help, 'keysHelp').filter(isHere) }
  },
}

/** Calls whose documents are encrypted, among those. */
export const SEALED: ReadonlySet<string> = new Set(['list-users', 'list-config-history-kv'])

/** Without what is unknown, but for the time. */
function userOf(answer: unknown): JsonObject {
  const { status, policyName, memberOf, updatedAt } = objectField(answer)
  const isKnown = typeof updatedAt === 'string' && !updatedAt.startsWith('0001')
  return {
    ...(policyName ? { policyName } : {}),
    status,
    ...(Array.isArray(memberOf) && memberOf.length > 0 && { memberOf }),
    updatedAt: isKnown ? updatedAt : null,
  }
}
