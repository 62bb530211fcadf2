import { uniqueName } from '@cooperage/testkit'
import type { Credentials } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { newServiceAccount, newUser } from '../admin/iam-calls.ts'
import { request, target } from '../target.ts'
import { assumeRole } from './session.ts'

function revoke(query: Record<string, string>, credentials: Credentials = target.root, provider = 'builtin') {
  return request({ method: 'POST', path: `/minio/admin/v3/revoke-tokens/${provider}`, query, credentials })
}

const worksFor = async (credentials: Credentials) => (await request({ method: 'GET', credentials })).outcome
const WORKS = '200'

describe('revoke-tokens', () => {
  test('revokes only the credentials of the given revoke type', async () => {
    const [type, otherType] = [uniqueName('session'), uniqueName('session')]
    const ended = [await assumeRole({ tokenRevokeType: type }), await assumeRole({ tokenRevokeType: type })]
    const other = await assumeRole({ tokenRevokeType: otherType })
    const untyped = await assumeRole()
    expect((await revoke({ tokenRevokeType: type })).status).toBe(204)
    for (const credentials of ended) expect(await worksFor(credentials)).toEqual('403 InvalidAccessKeyId')
    expect(await worksFor(other)).toEqual(WORKS)
    expect(await worksFor(untyped)).toEqual(WORKS)
  })

  test('revokes the credentials of the same type when called with temporary credentials', async () => {
    const credentials = await assumeRole({ tokenRevokeType: uniqueName('session') })
    expect(await worksFor(credentials)).toEqual(WORKS)
    expect((await revoke({}, credentials)).status).toBe(204)
    expect(await worksFor(credentials)).toEqual('403 InvalidAccessKeyId')
  })

  test('revoked credentials are rejected by the admin API and in presigned requests', async () => {
    const type = uniqueName('session')
    const credentials = await assumeRole({ tokenRevokeType: type })
    await revoke({ tokenRevokeType: type })
    const response = await request({ method: 'GET', path: '/minio/admin/v3/accountinfo', credentials })
    expect(response.outcome).toBe('403 InvalidAccessKeyId')
  })

  test('succeeds when there is nothing to revoke', async () => {
    expect((await revoke({ tokenRevokeType: uniqueName('session') })).status).toBe(204)
  })

  test('leaves credentials valid that are issued later with the same type', async () => {
    const type = uniqueName('session')
    await assumeRole({ tokenRevokeType: type })
    await revoke({ tokenRevokeType: type })
    expect(await worksFor(await assumeRole({ tokenRevokeType: type }))).toEqual(WORKS)
  })

  test('requires a revoke type or all', async () => {
    expect((await revoke({})).outcome).toBe('400 InvalidArgument')
    expect((await revoke({ user: target.root.accessKey })).outcome).toBe('400 InvalidRequest')
    expect((await revoke({ tokenRevokeType: 'x', fullRevoke: 'true' })).outcome).toBe('400 InvalidRequest')
  })

  test("doesn't find users of another provider", async () => {
    expect((await revoke({ tokenRevokeType: 'x' }, target.root, 'nowhere')).status).toBe(204)
    expect((await revoke({ tokenRevokeType: 'x', user: 'somebody' }, target.root, 'nowhere')).outcome).toBe(
      '403 XMinioIAMActionNotAllowed',
    )
  })

  test('rejects a wrong secret key', async () => {
    const response = await revoke({ tokenRevokeType: 'x' }, { ...target.root, secretKey: 'not-the-secret' })
    expect(response.outcome).toBe('403 SignatureDoesNotMatch')
  })

  test('revokes those of another user with the permission, and no others', async () => {
    const [one, other] = [await newUser.with('readwrite'), await newUser.with('readwrite')]
    const [ended, kept] = [await assumeRole({}, one), await assumeRole({}, other)]
    expect((await revoke({ user: one.accessKey, fullRevoke: 'true' })).status).toBe(204)
    expect(await worksFor(ended)).toEqual('403 InvalidAccessKeyId')
    expect((await request({ method: 'GET', credentials: kept })).status).toBe(200)
    expect((await request({ method: 'GET', credentials: one })).status).toBe(200)
  })

  test("doesn't revoke those of other users without the permission", async () => {
    const [one, other] = [await newUser.with('readwrite'), await newUser.with('readwrite')]
    const session = await assumeRole({}, other)
    expect((await revoke({ user: other.accessKey, fullRevoke: 'true' }, one)).outcome).toBe('403 AccessDenied')
    expect(await worksFor(session)).toEqual(WORKS)
    expect((await revoke({ user: other.accessKey, fullRevoke: 'true' }, other)).status).toBe(204)
    expect(await worksFor(session)).toEqual('403 InvalidAccessKeyId')
  })

  test.each<[string, (user: Credentials) => Promise<Credentials>]>([
    ['the keys of the user', async (user) => user],
    ['a service account', (user) => newServiceAccount(user)],
    ['temporary credentials', (user) => assumeRole({}, user)],
    ['temporary credentials with a type', (user) => assumeRole({ tokenRevokeType: 'mine' }, user)],
  ])('revokes all temporary credentials of the own account, called with %s', async (kind, keysOf) => {
    const user = await newUser.with('readwrite')
    const sessions = [await assumeRole({}, user), await assumeRole({ tokenRevokeType: uniqueName('session') }, user)]
    const by = await keysOf(user)
    expect((await revoke({ fullRevoke: 'true' }, by)).status).toBe(204)
    const gone = '403 InvalidAccessKeyId'
    for (const session of sessions) expect(await worksFor(session)).toEqual(gone)
    expect(await worksFor(by)).toEqual(kind.startsWith('temporary') ? gone : WORKS)
    expect(await worksFor(user)).toEqual(WORKS)
  })

  test('revokes those of one type of another user', async () => {
    const user = await newUser.named(`sl/ash ü+%"${uniqueName('')}`, 'readwrite')
    expect((await revoke({ user: user.accessKey, tokenRevokeType: 'x' })).status).toBe(204)
    const other = await newUser.with('readwrite')
    const [ended, kept] = [
      await assumeRole({ tokenRevokeType: 'x' }, other),
      await assumeRole({ tokenRevokeType: 'y' }, other),
    ]
    expect((await revoke({ user: other.accessKey, tokenRevokeType: 'x' })).status).toBe(204)
    expect(await worksFor(ended)).toEqual('403 InvalidAccessKeyId')
    expect(await worksFor(kept)).toEqual(WORKS)
  })

  test('of credentials without a type needs one', async () => {
    const user = await newUser.with('readwrite')
    for (const by of [user, await newServiceAccount(user), await assumeRole({}, user)]) {
      expect((await revoke({}, by)).outcome).toBe('400 InvalidArgument')
    }
  })

  test('succeeds for an unknown user', async () => {
    expect((await revoke({ user: 'ghost', fullRevoke: 'true' })).status).toBe(204)
  })
})
