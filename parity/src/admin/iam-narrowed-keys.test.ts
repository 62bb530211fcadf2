/** What a session or service account with its own policy can do to the other keys of its account. */
import { uniqueName } from '@cooperage/testkit'
import type { Credentials } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { assumeRole } from '../sts/session.ts'
import { differs, request } from '../target.ts'
import { admin, allow, document, newServiceAccount, newUser } from './iam-calls.ts'

const READ_ONLY = document(allow(['s3:GetObject'], 'photos/*'))
const WITH_KEYS = document({ Effect: 'Allow', Action: ['admin:ListServiceAccounts', 'admin:RemoveServiceAccount'] })

const TAKEOVER = 'a key that may only read objects could otherwise delete every other key of its account'
const DENIED = '403 AccessDenied'
const NOT_FOUND = '404 XMinioInvalidIAMCredentials'
const INVALID_KEY = '403 InvalidAccessKeyId'
const DONE = '200'
const REMOVED = '204'

type Narrow = (account: Credentials, policy: object) => Promise<Credentials>

const NARROWED: [string, Narrow][] = [
  ['a service account', (account, policy) => newServiceAccount(account, { policy })],
  ['a session', (account, policy) => assumeRole({ policy: JSON.stringify(policy) }, account)],
]

const list = (as: Credentials) => admin('GET', 'list-service-accounts', { as })
const info = (accessKey: string, as: Credentials) => admin('GET', 'info-service-account', { query: { accessKey }, as })
const describeKey = (accessKey: string, as: Credentials) =>
  admin('GET', 'info-access-key', { query: { accessKey }, as })
const remove = (accessKey: string, as: Credentials) =>
  admin('DELETE', 'delete-service-account', { query: { accessKey }, as })
const revoke = (query: Record<string, string>, as: Credentials) =>
  request({ method: 'POST', path: '/minio/admin/v3/revoke-tokens/builtin', query, credentials: as })
const worksFor = async (credentials: Credentials) => (await request({ method: 'GET', credentials })).outcome

describe.each(NARROWED)('%s whose own policy names no admin action', (_, narrow) => {
  test('neither lists, reads nor deletes the other keys of its account', async () => {
    const user = await newUser.with('readwrite')
    const sibling = await newServiceAccount(user)
    const narrowed = await narrow(user, READ_ONLY)
    expect((await list(narrowed)).outcome).toBe(differs({ engine: DENIED, minio: DONE }, TAKEOVER))
    expect((await info(sibling.accessKey, narrowed)).outcome).toBe(differs({ engine: DENIED, minio: DONE }, TAKEOVER))
    expect((await describeKey(sibling.accessKey, narrowed)).outcome).toBe(
      differs({ engine: DENIED, minio: DONE }, TAKEOVER),
    )
    expect((await remove(sibling.accessKey, narrowed)).outcome).toBe(
      differs({ engine: NOT_FOUND, minio: REMOVED }, TAKEOVER),
    )
    expect(await worksFor(sibling)).toEqual(differs({ engine: DONE, minio: INVALID_KEY }, TAKEOVER))
  })

  test('does not revoke the sessions of its account', async () => {
    const user = await newUser.with('readwrite')
    const type = uniqueName('session')
    const narrowed = await narrow(user, READ_ONLY)
    const sessions = [await assumeRole({ tokenRevokeType: type }, user), await assumeRole({}, user)]
    for (const query of [{ tokenRevokeType: type }, { fullRevoke: 'true' }]) {
      expect((await revoke(query, narrowed)).outcome).toBe(differs({ engine: DENIED, minio: REMOVED }, TAKEOVER))
    }
    for (const session of sessions) {
      expect(await worksFor(session)).toEqual(differs({ engine: DONE, minio: INVALID_KEY }, TAKEOVER))
    }
  })

  test('can describe itself', async () => {
    const user = await newUser.with('readwrite')
    const narrowed = await narrow(user, READ_ONLY)
    expect((await describeKey('', narrowed)).outcome).toBe(DONE)
  })
})

test.each(NARROWED)('%s whose own policy allows it manages the other keys of its account', async (_, narrow) => {
  const user = await newUser.with('readwrite')
  const sibling = await newServiceAccount(user)
  const session = await assumeRole({ tokenRevokeType: 'other' }, user)
  const narrowed = await narrow(user, WITH_KEYS)
  expect((await list(narrowed)).outcome).toBe(DONE)
  expect((await info(sibling.accessKey, narrowed)).outcome).toBe(DONE)
  expect((await describeKey(sibling.accessKey, narrowed)).outcome).toBe(DONE)
  expect((await remove(sibling.accessKey, narrowed)).outcome).toBe(REMOVED)
  expect(await worksFor(sibling)).toEqual(INVALID_KEY)
  expect((await revoke({ tokenRevokeType: 'other' }, narrowed)).outcome).toBe(REMOVED)
  expect(await worksFor(session)).toEqual(INVALID_KEY)
})

test('a service account can delete itself, whatever its own policy allows', async () => {
  const user = await newUser.with('readwrite')
  const narrowed = await newServiceAccount(user, { policy: READ_ONLY })
  expect((await remove(narrowed.accessKey, narrowed)).outcome).toBe(REMOVED)
  expect(await worksFor(narrowed)).toEqual(INVALID_KEY)
})

test('a limited root session can revoke itself, but no other root session', async () => {
  const [type, otherType] = [uniqueName('session'), uniqueName('session')]
  const narrowed = await assumeRole({ tokenRevokeType: type, policy: JSON.stringify(READ_ONLY) })
  const other = await assumeRole({ tokenRevokeType: otherType })
  expect((await revoke({ tokenRevokeType: otherType }, narrowed)).outcome).toBe(
    differs({ engine: DENIED, minio: REMOVED }, TAKEOVER),
  )
  expect(await worksFor(other)).toEqual(differs({ engine: DONE, minio: INVALID_KEY }, TAKEOVER))
  expect((await revoke({}, narrowed)).outcome).toBe(REMOVED)
  expect(await worksFor(narrowed)).toEqual(INVALID_KEY)
})

test('an unlimited service account manages the keys of its account without a permission', async () => {
  const user = await newUser.with('readwrite')
  const [one, sibling] = [await newServiceAccount(user), await newServiceAccount(user)]
  expect((await list(one)).outcome).toBe(DONE)
  expect((await info(sibling.accessKey, one)).outcome).toBe(DONE)
  expect((await remove(sibling.accessKey, one)).outcome).toBe(REMOVED)
  expect(await worksFor(one)).toEqual(DONE)
})
