/** Users of an LDAP directory: sign-in, policies of users and groups, keys, and the configuration. The directory is OpenLDAP. */
import {
  DIRECTORY_SECRET,
  type Directory,
  groupDn,
  missingDirectory,
  personDn,
  startDirectory,
  type TestResponse,
  texts,
} from '@cooperage/testkit'
import { type Credentials, parseAssumeRole, type TemporaryCredentials } from '@cooperage/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdminOptions, admin as adminCall, succeed as succeedCall } from '../admin/iam-calls.ts'
import { type OwnServer, startOwnServer } from '../own-server.ts'
import { differs } from '../target.ts'

const missing = missingDirectory()
if (missing !== undefined) console.warn(`!!!!  SKIPPED: ${missing}`)

let directory: Directory
let server: OwnServer
beforeAll(async () => {
  if (missing !== undefined) return
  directory = await startDirectory({
    people: ['alice', 'bob', 'carol', 'dave', 'Jürgen, X'],
    outsiders: ['mallory'],
    groups: { devs: ['alice', 'carol'], ops: ['bob'] },
  })
  server = await startOwnServer()
})
afterAll(async () => {
  await server?.stop()
  await directory?.stop()
})

const admin = (method: string, call: string, options: AdminOptions = {}) =>
  adminCall(method, call, { on: server, ...options })
const succeed = (method: string, call: string, options: AdminOptions = {}) =>
  succeedCall(method, call, { on: server, ...options })
const valuesOf = (more: Record<string, string> = {}) =>
  Object.entries({ ...directory.settings, ...more })
    .map(([key, value]) => `${key}="${value}"`)
    .join(' ')
/** `message` ends at the first quotation mark. */
const messageOf = ({ text }: TestResponse): string => JSON.parse(text).Message
const restart = () => server.restart()

function post(form: Record<string, string>): Promise<TestResponse> {
  return server.request({
    method: 'POST',
    credentials: undefined,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ Action: 'AssumeRoleWithLDAPIdentity', Version: '2011-06-15', ...form }).toString(),
  })
}

const request = (name: string, password = DIRECTORY_SECRET, more: Record<string, string> = {}) =>
  post({ LDAPUsername: name, LDAPPassword: password, ...more })

async function signIn(...call: Parameters<typeof request>): Promise<TemporaryCredentials> {
  const response = await request(...call)
  if (response.status !== 200) throw new Error(`sign-in returned ${response.status}: ${response.text}`)
  return parseAssumeRole(response.bytes, 'AssumeRoleWithLDAPIdentity')
}

const associate = (operation: string, entity: object, ...policies: string[]) =>
  admin('POST', `idp/ldap/policy/${operation}`, { encrypted: { ...entity, policies } })
const attach = async (entity: object, ...policies: string[]) => {
  const response = await associate('attach', entity, ...policies)
  if (response.status !== 200) throw new Error(response.text)
}

describe.skipIf(missing !== undefined)('The configuration', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ['no address', { server_addr: '' }, /^'server_addr' is not optional for 'identity_ldap' sub-system/],
    ['nothing listens', { server_addr: '127.0.0.1:1' }, /^LDAP Server Connection Error: .*connection refused$/],
    ['no account', { lookup_bind_dn: '' }, /^LDAP Lookup Bind Error: Lookup Bind UserDN not specified$/],
    ['a wrong password', { lookup_bind_password: 'x' }, /^LDAP Lookup Bind Error: .*LDAP Result Code 49/],
    [
      'no search base',
      { user_dn_search_base_dn: '' },
      /^User Search Parameters Misconfigured: UserDN search base is empty$/,
    ],
    [
      'an unknown search base',
      { user_dn_search_base_dn: 'ou=nope,dc=example,dc=org' },
      /^User Search Parameters Misconfigured: UserDN search base DN failed to validate\/parse: /,
    ],
    [
      'overlapping search bases',
      { user_dn_search_base_dn: 'dc=example,dc=org;ou=people,dc=example,dc=org' },
      /^User Search Parameters Misconfigured: User Search Base DN `dc=example,dc=org` is an ancestor of `ou=people,dc=example,dc=org`$/,
    ],
    [
      'no filter',
      { user_dn_search_filter: '' },
      /^User Search Parameters Misconfigured: UserDN search filter is empty$/,
    ],
    [
      'a filter without the name',
      { user_dn_search_filter: '(uid=x)' },
      /^User Search Parameters Misconfigured: User DN search filter does not contain `%s`$/,
    ],
    [
      'an unbalanced filter',
      { user_dn_search_filter: '(uid=%s' },
      /^User Search Parameters Misconfigured: User DN search filter `\(uid=%s` failed to compile: /,
    ],
    ['an unknown kind of SRV record', { srv_record_name: 'udp' }, /^LDAP Server Connection Parameters Misconfigured: /],
    [
      'groups without a filter',
      { group_search_filter: '' },
      /^Group Search Parameters Misconfigured: Group Search Filter is required\.$/,
    ],
    [
      'groups without a base',
      { group_search_base_dn: '' },
      /^Group Search Parameters Misconfigured: Group Search Base DN is required\.$/,
    ],
    [
      'a group filter without a name',
      { group_search_filter: '(cn=x)' },
      /^Group Search Parameters Misconfigured: GroupSearchFilter must contain at least one of "%s" or "%d"$/,
    ],
  ])('is rejected with %s', async (_, values, message) => {
    const response = await server.setConfig(`identity_ldap ${valuesOf(values)}`)
    expect([response.status, messageOf(response)]).toEqual([400, expect.stringMatching(message)])
  })

  test('is rejected by idp-config with the step that failed and what to do', async () => {
    const response = await admin('PUT', 'idp-config/ldap/_', { encrypted: valuesOf({ lookup_bind_password: 'x' }) })
    expect([response.status, response.code, messageOf(response)]).toEqual([
      400,
      'XMinioAdminConfigLDAPValidation',
      expect.stringMatching(/^Result: LDAP Lookup Bind Error\nDetail: .*\nSuggestion: /),
    ])
  })

  test('TLS is verified unless that is switched off', async () => {
    const tls = { server_addr: directory.tlsAddress, server_insecure: 'off', tls_skip_verify: 'off' }
    const startTls = { server_insecure: 'off', server_starttls: 'on', tls_skip_verify: 'off' }
    for (const values of [tls, startTls]) {
      const refused = await server.setConfig(`identity_ldap ${valuesOf(values)}`)
      expect([refused.status, messageOf(refused)]).toEqual([
        400,
        expect.stringMatching(/^LDAP Server Connection Error: /),
      ])
      const accepted = await server.setConfig(`identity_ldap ${valuesOf({ ...values, tls_skip_verify: 'on' })}`)
      expect([accepted.status, accepted.text]).toEqual([200, ''])
    }
    expect((await server.setConfig('identity_ldap enable=off')).status).toBe(200)
  })

  test('is added, and effective after a restart', async () => {
    expect((await server.deleteConfig('identity_ldap')).status).toBe(200)
    const added = await admin('PUT', 'idp-config/ldap/_', { encrypted: valuesOf({ user_dn_attributes: 'mail' }) })
    expect([added.status, added.text, added.headers['x-minio-config-applied']]).toEqual([200, '', undefined])
    expect((await admin('GET', 'idp-config/ldap')).json).toEqual([{ type: 'ldap', name: '_', enabled: false }])
    await restart()
    expect((await admin('GET', 'idp-config/ldap')).json).toEqual([{ type: 'ldap', name: '_', enabled: true }])
    const { json } = await admin('GET', 'idp-config/ldap/_')
    const { info, ...rest } = json as { info: { key: string }[] }
    expect(rest).toEqual({ type: 'ldap', name: '_' })
    expect(info.map(({ key }) => key)).toEqual([
      'enable',
      'group_search_base_dn',
      'group_search_filter',
      'lookup_bind_dn',
      'server_addr',
      'server_insecure',
      'user_dn_attributes',
      'user_dn_search_base_dn',
      'user_dn_search_filter',
    ])
    expect(info).toContainEqual({ key: 'server_addr', value: directory.address, isCfg: true, isEnv: false })
  })

  test.each<[string, string, string, string]>([
    [
      'PUT',
      'ldap/_',
      'XMinioAdminConfigIDPCfgNameAlreadyExists',
      'An IDP configuration with the given name already exists',
    ],
    [
      'PUT',
      'ldap/second',
      'XMinioAdminConfigLDAPNonDefaultConfigName',
      'Only a single LDAP configuration is supported - config name must be empty or `_`',
    ],
    ['POST', 'openid/ghost', 'XMinioAdminConfigIDPCfgNameDoesNotExist', 'No such IDP configuration exists'],
    ['POST', 'openid/_', 'XMinioAdminConfigIDPCfgNameDoesNotExist', 'No such IDP configuration exists'],
    [
      'PUT',
      'ghost/_',
      'XMinioAdminConfigInvalidIDPType',
      'Invalid IDP configuration type - must be one of [ldap openid]',
    ],
  ])('%s idp-config/%s is rejected as %s', async (method, path, code, message) => {
    const response = await admin(method, `idp-config/${path}`, { encrypted: valuesOf() })
    expect(response.refusal).toBe(`400 ${code}: ${message}`)
  })

  test('an unknown provider cannot be deleted', async () => {
    const response = await admin('DELETE', 'idp-config/openid/ghost')
    expect(response.refusal).toBe('400 XMinioAdminNoSuchConfigTarget: No such named configuration target exists')
  })

  test('the server says that the directory is reachable', async () => {
    expect((await admin('GET', 'info')).json).toMatchObject({ services: { ldap: { status: 'online' } } })
  })
})

describe.skipIf(missing !== undefined)('Sign-in', () => {
  test.each<[string, string, string, RegExp]>([
    [
      'a wrong password',
      'alice',
      'wrong',
      /^LDAP server error: LDAP auth failed for DN uid=alice,ou=people,dc=example,dc=org: LDAP Result Code 49 "Invalid Credentials"/,
    ],
    ['an unknown user', 'nobody', 'x', /^LDAP server error: Unable to find user DN: [Uu]ser DN not found for: nobody$/],
    [
      'a user outside the search base',
      'mallory',
      DIRECTORY_SECRET,
      /^LDAP server error: Unable to find user DN: [Uu]ser DN not found for: mallory$/,
    ],
    [
      'a name that would change the filter',
      '*',
      DIRECTORY_SECRET,
      /^LDAP server error: Unable to find user DN: [Uu]ser DN not found for: \*$/,
    ],
    [
      'a user without policies',
      'dave',
      DIRECTORY_SECRET,
      /^expecting a policy to be set for user `uid=dave,ou=people,dc=example,dc=org` or one of their groups: `` - rejecting this request$/,
    ],
  ])('is rejected with %s', async (_, name, password, message) => {
    const response = await request(name, password)
    expect([response.outcome, response.message]).toEqual(['400 InvalidParameterValue', expect.stringMatching(message)])
  })

  test('is rejected without a password, which directories accept as anonymous', async () => {
    expect((await request('alice', '')).outcome).toBe('400 MissingParameter')
  })

  test('gives the permissions of the user for an hour', async () => {
    await attach({ user: 'bob' }, 'readwrite')
    const response = await request('bob')
    expect(response.text).toContain(
      '<AssumeRoleWithLDAPIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">',
    )
    const credentials = parseAssumeRole(response.bytes, 'AssumeRoleWithLDAPIdentity')
    expect(Math.abs(credentials.expiration - Date.now() - 3_600_000)).toBeLessThan(60_000)
    expect((await admin('GET', 'accountinfo', { as: credentials })).json).toMatchObject({
      AccountName: 'uid=bob,ou=people,dc=example,dc=org',
    })
    const bucket = await server.bucket()
    expect((await server.request({ method: 'PUT', bucket, key: 'k', body: 'x', credentials })).status).toBe(200)
  })

  test('gives the permissions of the groups, until their policy is detached', async () => {
    await attach({ group: groupDn('devs') }, 'readonly')
    const bucket = await server.bucket()
    await server.request({ method: 'PUT', bucket, key: 'k', body: 'x' })
    const credentials = await signIn('carol')
    const as = { bucket, key: 'k', credentials }
    expect((await server.request({ method: 'GET', ...as })).text).toBe('x')
    expect((await server.request({ method: 'DELETE', ...as })).status).toBe(403)
    expect((await associate('detach', { group: groupDn('devs') }, 'readonly')).status).toBe(200)
    expect((await server.request({ method: 'GET', ...as })).status).toBe(403)
    await attach({ group: groupDn('devs') }, 'readonly')
  })

  test('accepts a duration and an inline policy, and rejects an invalid duration', async () => {
    const policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:ListAllMyBuckets'], Resource: ['arn:aws:s3:::*'] }],
    })
    const credentials = await signIn('bob', DIRECTORY_SECRET, { DurationSeconds: '900', Policy: policy })
    expect(Math.abs(credentials.expiration - Date.now() - 900_000)).toBeLessThan(60_000)
    const bucket = await server.bucket()
    expect((await server.request({ method: 'PUT', bucket, key: 'k', body: 'x', credentials })).status).toBe(403)
    expect((await request('bob', DIRECTORY_SECRET, { DurationSeconds: '10' })).status).toBe(400)
  })

  test('a name with special characters', async () => {
    await attach({ user: 'Jürgen, X' }, 'readonly')
    const credentials = await signIn('Jürgen, X')
    expect((await admin('GET', 'accountinfo', { as: credentials })).json).toMatchObject({
      AccountName: 'uid=J\\c3\\bcrgen\\, X,ou=people,dc=example,dc=org',
    })
  })

  test('policies can use the name of the user', async () => {
    const own = `arn:aws:s3:::ldap-\${ldap:username}`
    const policy = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: [own] }] }
    await succeed('PUT', 'add-canned-policy', { query: { name: 'own-bucket' }, plain: policy })
    await attach({ user: 'dave' }, 'own-bucket')
    const credentials = await signIn('dave')
    expect((await server.request({ method: 'PUT', bucket: 'ldap-dave', credentials })).status).toBe(200)
    expect((await server.request({ method: 'PUT', bucket: 'ldap-bob', credentials })).status).toBe(403)
  })
})

describe.skipIf(missing !== undefined)('Policies', () => {
  test('are listed by policy, user and group', async () => {
    const list = async (query: Record<string, string> = {}) => {
      const { json } = await succeed('GET', 'idp/ldap/policy-entities', { query })
      const { timestamp, ...rest } = json as Record<string, unknown>
      expect(timestamp).toBeTypeOf('string')
      return rest
    }
    expect(await list({ policy: 'readwrite' })).toEqual({
      policyMappings: [{ policy: 'readwrite', users: [personDn('bob')], groups: null }],
    })
    expect(await list({ user: 'bob' })).toEqual({ userMappings: [{ user: personDn('bob'), policies: ['readwrite'] }] })
    expect(await list({ user: 'carol' })).toEqual({
      userMappings: [
        {
          user: personDn('carol'),
          policies: null,
          memberOfMappings: [{ group: groupDn('devs'), policies: ['readonly'] }],
        },
      ],
    })
    expect(await list({ group: groupDn('devs') })).toEqual({
      groupMappings: [{ group: groupDn('devs'), policies: ['readonly'] }],
    })
    expect(await list()).toEqual({
      policyMappings: [
        { policy: 'own-bucket', users: [personDn('dave')], groups: null },
        {
          policy: 'readonly',
          users: [
            differs(
              {
                engine: 'uid=Jürgen\\, X,ou=people,dc=example,dc=org',
                minio: 'uid=Jürgen, X,ou=people,dc=example,dc=org',
              },
              'a name without its escapes is no distinguished name, so no policy could be detached from it',
            ),
          ],
          groups: [groupDn('devs')],
        },
        { policy: 'readwrite', users: [personDn('bob')], groups: null },
      ],
    })
  })

  test.each<[string, string, object, string, string]>([
    ['attach', 'an unknown user', { user: 'nobody' }, 'readonly', '404 XMinioAdminNoSuchUser'],
    [
      'attach',
      'a user outside the search base',
      { user: 'uid=mallory,ou=others,dc=example,dc=org' },
      'readonly',
      '404 XMinioAdminNoSuchUser',
    ],
    ['attach', 'an unknown group', { group: groupDn('nobody') }, 'readonly', '404 XMinioAdminNoSuchGroup'],
    ['attach', 'a group outside the search base', { group: personDn('bob') }, 'readonly', '404 XMinioAdminNoSuchGroup'],
    ['attach', 'an unknown policy', { user: 'bob' }, 'ghost', '404 XMinioAdminNoSuchPolicy'],
    ['attach', 'a policy that is attached', { user: 'bob' }, 'readwrite', '400 XMinioAdminPolicyChangeAlreadyApplied'],
    [
      'detach',
      'a policy that is not attached',
      { user: 'bob' },
      'readonly',
      '400 XMinioAdminPolicyChangeAlreadyApplied',
    ],
    ['detach', 'an unknown user', { user: 'nobody' }, 'readonly', '404 XMinioAdminNoSuchUser'],
    [
      'detach',
      'a user that was deleted',
      { user: personDn('gone') },
      'readonly',
      '400 XMinioAdminPolicyChangeAlreadyApplied',
    ],
  ])('%s: rejects %s', async (operation, _, entity, policy, outcome) => {
    expect((await associate(operation, entity, policy)).outcome).toBe(outcome)
  })

  test('attaching returns what was attached, under its name in the directory', async () => {
    const { json } = await associate('attach', { user: 'UID=carol,OU=people,dc=example,dc=org' }, 'diagnostics')
    expect(json).toMatchObject({ policiesAttached: ['diagnostics'] })
    const { json: list } = await succeed('GET', 'idp/ldap/policy-entities', { query: { policy: 'diagnostics' } })
    expect(list).toMatchObject({ policyMappings: [{ users: [personDn('carol')] }] })
    expect((await associate('detach', { user: 'carol' }, 'diagnostics')).json).toMatchObject({
      policiesDetached: ['diagnostics'],
    })
  })

  test('the older call sets them, too', async () => {
    const query = { policyName: 'diagnostics', userOrGroup: 'carol', isGroup: 'false' }
    expect((await admin('PUT', 'set-user-or-group-policy', { query })).status).toBe(200)
    expect((await associate('detach', { user: 'carol' }, 'diagnostics')).status).toBe(200)
  })
})

describe.skipIf(missing !== undefined)('Built-in users and groups', () => {
  test('are refused', async () => {
    const user = await admin('PUT', 'add-user', {
      query: { accessKey: 'builtin' },
      encrypted: { secretKey: DIRECTORY_SECRET, status: 'enabled' },
    })
    expect(user.outcome).toBe('403 XMinioIAMActionNotAllowed')
    const group = await admin('PUT', 'update-group-members', {
      plain: { group: 'builtin', members: [], isRemove: false },
    })
    expect(group.outcome).toBe('403 XMinioIAMActionNotAllowed')
    const policy = await admin('POST', 'idp/builtin/policy/attach', {
      encrypted: { user: 'builtin', policies: ['readonly'] },
    })
    expect(policy.refusal).toBe(
      '404 XMinioAdminNoSuchUser: The specified user does not exist. If you meant a user in LDAP, use `mc idp ldap` (Specified user does not exist. If you meant a user in LDAP please use command under `mc idp ldap`)',
    )
  })

  test.each<[string, string, string, AdminOptions]>([
    ['disabling a group', 'PUT', 'set-group-status', { query: { group: groupDn('devs'), status: 'disabled' } }],
    ['deleting a group', 'PUT', 'update-group-members', { plain: { group: 'devs', members: [], isRemove: true } }],
    ['disabling a user', 'PUT', 'set-user-status', { query: { accessKey: personDn('bob'), status: 'disabled' } }],
    [
      'a new password',
      'PUT',
      'add-user',
      {
        query: { accessKey: personDn('bob') },
        encrypted: { secretKey: DIRECTORY_SECRET, status: 'enabled' },
      },
    ],
  ])('%s is refused for those of the directory', async (_, method, call, options) => {
    expect((await admin(method, call, options)).outcome).toBe('403 XMinioIAMActionNotAllowed')
  })

  test('a name that is no distinguished name cannot be a group', async () => {
    const response = await associate('attach', { group: 'devs' }, 'readonly')
    expect([response.status, messageOf(response)]).toEqual([500, expect.stringContaining('Error looking up DN devs: ')])
  })

  test('the list of groups has those of the directory with policies, and nothing else is known of them', async () => {
    expect((await succeed('GET', 'groups')).json).toEqual([groupDn('devs')])
    const ofGroup = async (name: string) => (await succeed('GET', 'group', { query: { group: name } })).json
    expect(await ofGroup(groupDn('devs'))).toMatchObject({ status: '', members: null, policy: 'readonly' })
    expect(await ofGroup(groupDn('ops'))).toMatchObject({ policy: '', updatedAt: '0001-01-01T00:00:00Z' })
  })

  test('the list of users has those of the directory with policies', async () => {
    const { json } = await succeed('GET', 'list-users')
    expect(Object.keys(json as object)).toEqual(expect.arrayContaining([personDn('bob'), personDn('dave')]))
    expect((await succeed('GET', 'user-info', { query: { accessKey: personDn('bob') } })).json).toMatchObject({
      policyName: 'readwrite',
      memberOf: [groupDn('ops')],
    })
  })
})

describe.skipIf(missing !== undefined)('Keys', () => {
  test('of a user are service accounts with its permissions, and are listed', async () => {
    const as = await signIn('carol')
    const created = await succeed('PUT', 'add-service-account', { as, encrypted: { name: 'backup' } })
    const { credentials: key } = created.json as { credentials: Credentials }
    const bucket = await server.bucket()
    await server.request({ method: 'PUT', bucket, key: 'k', body: 'x' })
    expect((await server.request({ method: 'GET', bucket, key: 'k', credentials: key })).text).toBe('x')
    expect((await succeed('GET', 'info-access-key', { query: { accessKey: key.accessKey } })).json).toMatchObject({
      parentUser: personDn('carol'),
      userType: 'Service Account',
      userProvider: 'ldap',
      ldapSpecificInfo: { username: personDn('carol') },
    })
    const list = { userDN: personDn('carol'), listType: 'svcacc-only' }
    expect((await succeed('GET', 'idp/ldap/list-access-keys', { query: list })).json).toMatchObject({
      serviceAccounts: [{ accessKey: key.accessKey, name: 'backup' }],
      stsKeys: null,
    })
    const own = { userDN: '', listType: '' }
    expect((await succeed('GET', 'idp/ldap/list-access-keys', { query: own, as })).json).toMatchObject({
      stsKeys: expect.arrayContaining([expect.objectContaining({ accessKey: as.accessKey })]),
    })
    const named = { userDNs: 'carol', listType: 'all' }
    expect((await succeed('GET', 'idp/ldap/list-access-keys-bulk', { query: named })).json).toMatchObject({
      [personDn('carol')]: { serviceAccounts: [{ accessKey: key.accessKey }] },
    })
    expect((await succeed('GET', 'list-service-accounts', { as })).json).toMatchObject({
      accounts: [{ accessKey: key.accessKey, parentUser: personDn('carol') }],
    })
    const of = (userDN: string) => admin('GET', 'idp/ldap/list-access-keys', { query: { userDN, listType: '' }, as })
    expect((await of(personDn('bob'))).status).toBe(403)
  })

  test('are created for another user by user name', async () => {
    const create = (targetUser: string) => admin('PUT', 'idp/ldap/add-service-account', { encrypted: { targetUser } })
    const created = await create('bob')
    const { accessKey } = (created.json as { credentials: Credentials }).credentials
    expect((await succeed('GET', 'info-service-account', { query: { accessKey } })).json).toMatchObject({
      parentUser: personDn('bob'),
    })
    const all = { all: 'true', listType: 'svcacc-only' }
    expect((await succeed('GET', 'idp/ldap/list-access-keys-bulk', { query: all })).json).toMatchObject({
      [personDn('bob')]: { serviceAccounts: [{ accessKey }], stsKeys: null },
    })
    expect((await create('nobody')).status).toBeGreaterThanOrEqual(400)
  })

  test('of a user are revoked by an administrator', async () => {
    const credentials = await signIn('dave')
    expect((await server.request({ method: 'GET', credentials })).status).toBe(200)
    const query = { user: 'dave', fullRevoke: 'true' }
    expect((await admin('POST', 'revoke-tokens/ldap', { query })).status).toBe(204)
    expect((await server.request({ method: 'GET', credentials })).status).toBe(403)
  })
})

describe.skipIf(missing !== undefined)('Switched off', () => {
  test('no user can sign in anymore', async () => {
    expect((await admin('POST', 'idp-config/ldap/_', { encrypted: 'enable=off' })).status).toBe(200)
    await restart()
    expect((await admin('GET', 'idp-config/ldap')).json).toEqual([{ type: 'ldap', name: '_', enabled: false }])
    const response = await request('bob')
    expect(texts(response.text, 'Message')).toEqual([
      expect.stringMatching(/^LDAP server error: ldap is not configured$/i),
    ])
    expect((await admin('DELETE', 'idp-config/ldap/_')).status).toBe(200)
  })
})
