/** What a new password of a user ends and what it leaves, as the page of a user says before it is saved. */
import { ACCOUNT_SECRET, accountsOf, send, uniqueName } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const given = await withConsole()

const userWithSession = async () => {
  const accounts = accountsOf(given.storage)
  const user = await accounts.named(`tomás/日本 100% ${uniqueName('user')}`, 'readwrite')
  const session = given.stranger()
  expect((await session.signIn(user)).status).toBe(201)
  return { user, key: await accounts.serviceAccount(user), isOpen: () => session.get('/api/v1/buckets').then(isDone) }
}
const isDone = ({ status }: { status: number }) => status === 200
const accepts = (credentials: { accessKey: string; secretKey: string }) =>
  send({ url: given.storage.url, method: 'GET', path: '/', credentials }).then(isDone)

test('a new password keeps sessions and access keys, and sessions can be ended', async () => {
  const root = await given.user()
  const { user, key, isOpen } = await userWithSession()
  const newSecretKey = `${ACCOUNT_SECRET}-new`
  const change = { selectedUser: user.accessKey, newSecretKey }
  expect((await root.call('POST', '/api/v1/account/change-user-password', { json: change })).status).toBe(201)
  expect(await Promise.all([accepts(user), accepts({ ...user, secretKey: newSecretKey })])).toEqual([false, true])
  expect(await Promise.all([isOpen(), accepts(key)])).toEqual([true, true])

  const revoke = { json: { user: user.accessKey } }
  expect((await root.call('POST', '/api/v1/access-keys/revoke-temporary', revoke)).status).toBe(204)
  expect(await Promise.all([isOpen(), accepts(key)])).toEqual([false, true])
})

test('a deleted user loses its sessions and access keys', async () => {
  const root = await given.user()
  const { user, key, isOpen } = await userWithSession()
  const path = `/api/v1/user?name=${encodeURIComponent(user.accessKey)}`
  expect((await root.call('DELETE', path)).status).toBe(204)
  expect(await Promise.all([accepts(user), isOpen(), accepts(key)])).toEqual([false, false, false])
})

test('a disabled user loses its sessions, and its access keys are rejected until it is enabled', async () => {
  const root = await given.user()
  const { user, key, isOpen } = await userWithSession()
  const set = (status: string) =>
    root.call('PUT', `/api/v1/user?name=${encodeURIComponent(user.accessKey)}`, { json: { status } })
  expect((await set('disabled')).status).toBe(200)
  expect(await Promise.all([accepts(user), isOpen(), accepts(key)])).toEqual([false, false, false])
  expect((await set('enabled')).status).toBe(200)
  expect(await Promise.all([accepts(user), accepts(key)])).toEqual([true, true])
})
