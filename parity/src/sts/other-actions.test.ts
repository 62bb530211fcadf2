/** STS actions that need an identity provider, on a server without one. */
import { describe, expect, test } from 'vitest'
import { admin } from '../admin/iam-calls.ts'
import { differs, request } from '../target.ts'
import { postForm } from './session.ts'

const VERSION = '2011-06-15'

describe('Without a provider', () => {
  test.each<[Record<string, string>, string]>([
    [
      { Action: 'AssumeRoleWithWebIdentity', WebIdentityToken: 'a.b.c' },
      '400 InvalidParameterValue: Role arn:minio:iam:::role/dummy-internal does not exist',
    ],
    [
      { Action: 'AssumeRoleWithWebIdentity', WebIdentityToken: 'a.b.c', RoleArn: 'arn:minio:iam:::role/x' },
      '400 InvalidParameterValue: Error processing RoleArn parameter: RoleARN arn:minio:iam:::role/x is not defined.',
    ],
    [
      { Action: 'AssumeRoleWithClientGrants', Token: 'a.b.c' },
      '400 InvalidParameterValue: Role arn:minio:iam:::role/dummy-internal does not exist',
    ],
    [{ Action: 'AssumeRoleWithLDAPIdentity' }, '400 MissingParameter: LDAPUsername and LDAPPassword cannot be empty'],
    [
      { Action: 'AssumeRoleWithLDAPIdentity', LDAPUsername: 'u', LDAPPassword: 'p' },
      '400 InvalidParameterValue: LDAP server error: LDAP is not configured',
    ],
    [
      { Action: 'AssumeRoleWithCertificate' },
      '400 InvalidParameterValue: Unsupported action AssumeRoleWithCertificate',
    ],
    [
      { Action: 'AssumeRoleWithCustomToken', Token: 'x' },
      '400 InvalidParameterValue: Unsupported action AssumeRoleWithCustomToken',
    ],
  ])('rejects the form %j', async (form, refusal) => {
    const body = new URLSearchParams({ Version: VERSION, ...form }).toString()
    expect((await postForm(body, { credentials: undefined })).refusal).toBe(refusal)
  })

  test.each<[Record<string, string>, string]>([
    [{ Action: 'AssumeRoleWithCertificate' }, "503 STSNotInitialized: STS API 'AssumeRoleWithCertificate' is disabled"],
    [
      { Action: 'AssumeRoleWithCustomToken', Token: 'x' },
      "503 STSNotInitialized: STS API 'AssumeRoleWithCustomToken' is disabled",
    ],
    [
      { Action: 'AssumeRoleWithLDAPIdentity', LDAPUsername: 'u', LDAPPassword: 'p' },
      '400 InvalidParameterValue: LDAP server error: LDAP is not configured',
    ],
  ])('rejects the query %j', async (query, refusal) => {
    const response = await request({ method: 'POST', query: { Version: VERSION, ...query }, credentials: undefined })
    expect(response.refusal).toBe(refusal)
  })

  test('rejects the query of an action that is only read from a form', async () => {
    const query = { Version: VERSION, Action: 'AssumeRole' }
    expect((await request({ method: 'POST', query, credentials: undefined })).outcome).toBe(
      differs(
        { engine: '405 MethodNotAllowed', minio: '400 BadRequest' },
        'AWS answers unknown methods with 405; MinIO calls them bad requests',
      ),
    )
  })

  test.each([
    ['openid', [{ type: 'openid', name: '_', enabled: false }]],
    ['ldap', [{ type: 'ldap', name: '_', enabled: false }]],
    ['openid/_', { type: 'openid', name: '_', info: [] }],
    ['ldap/_', { type: 'ldap', name: '_', info: [] }],
  ])('the configuration %s is empty', async (path, expected) => {
    expect((await admin('GET', `idp-config/${path}`)).json).toEqual(expected)
  })

  test.each<[string, string]>([
    ['nope', '400 XMinioAdminConfigInvalidIDPType: Invalid IDP configuration type - must be one of [ldap openid]'],
    ['openid/ghost', '400 XMinioAdminNoSuchConfigTarget: No such named configuration target exists'],
  ])('there is no configuration %s', async (path, expected) => {
    expect((await admin('GET', `idp-config/${path}`)).refusal).toBe(expected)
  })

  test('the list of keys is empty', async () => {
    const query = { listType: 'all' }
    expect((await admin('GET', 'idp/openid/list-access-keys-bulk', { query })).json).toEqual([
      { configName: '_', users: [] },
    ])
  })
})
