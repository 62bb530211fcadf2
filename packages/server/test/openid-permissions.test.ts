/** Users of an identity provider: a session around the keys that the storage server returns for their token. */

import type { AccountSession, OwnedKey } from '@cooperage/contract'
import {
  accountsOf,
  allow,
  startIdentityProvider,
  trustProvider,
  uniqueName,
  webIdentityKeys,
} from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'
import { createSessionSealer } from '../src/shared/session/sealed-session.ts'
import { ended, startJob, withoutJobKeys } from './jobs/job-calls.ts'
import { SESSION_COOKIE, TEST_SECRET, withConsole } from './running-console.ts'
import { openSocket } from './socket-visitor.ts'
import { type Visitor, visitor } from './visitor.ts'

interface AccountSessions {
  sessions: AccountSession[]
  isComplete: boolean
}

const given = await withConsole({ accountPollMs: 200 })

const provider = await startIdentityProvider()
await trustProvider(given.storage, provider)
afterAll(() => provider.stop())

async function signedIn(claims: Record<string, unknown>): Promise<Visitor> {
  const keys = await webIdentityKeys(given.storage, provider.token({ sub: uniqueName('person'), ...claims }))
  const { accessKey, secretKey, sessionToken, expiration } = keys
  const sealer = await createSessionSealer(TEST_SECRET, Date.now)
  const id = uniqueName('session')
  const sealed = await sealer.seal({
    id,
    revokeType: id,
    account: '',
    accessKey,
    secretKey,
    sessionToken,
    way: 'openId',
    endsAt: expiration,
    endingAt: expiration,
    keysEndAt: expiration,
  })
  return visitor(given.server.url, new Map([[SESSION_COOKIE, `1-${sealed}`]]))
}

test.each([
  ['consoleAdmin', true],
  ['readonly', false],
  ['writeonly', false],
  ['diagnostics', false],
])(
  'with the policy %s may open the pages of a user with that policy, except the password',
  async (policy, createsBuckets) => {
    const user = await signedIn({ policy })
    const local = given.stranger()
    await local.signIn(await accountsOf(given.storage).user(policy))
    const { pages } = (await local.get('/api/v1/session')).json as { pages: string[] }
    expect((await user.get('/api/v1/session')).json).toMatchObject({
      status: 'ok',
      pages: pages.filter((page) => page !== '/account/change-password'),
    })
    const { json } = await user.call('POST', '/api/v1/has-permission', {
      json: { actions: [{ id: 'createBucket', action: 's3:CreateBucket' }] },
    })
    expect(json).toEqual({ permissions: [{ id: 'createBucket', can: createsBuckets }] })
    const made = await user.call('POST', '/api/v1/buckets', { json: { name: uniqueName('bucket') } })
    expect(made.status).toBe(createsBuckets ? 201 : 403)
  },
)

test('changes its password at the provider, and can end all its sessions', async () => {
  const sub = uniqueName('person')
  const [user, elsewhere] = [await signedIn({ sub, policy: 'readwrite' }), await signedIn({ sub, policy: 'readwrite' })]
  expect((await user.get('/api/v1/session')).json).toMatchObject({ passwordChange: 'external' })
  const json = { current_secret_key: 'whatever', new_secret_key: 'whatever else' }
  expect((await user.call('POST', '/api/v1/account/change-password', { json })).outcome).toBe('409 ExternalPassword')
  const { sessions, isComplete } = (await user.get('/api/v1/account/sessions')).json as AccountSessions
  expect([isComplete, sessions.map(({ isCurrent }) => isCurrent).sort()]).toEqual([true, [false, true]])
  expect((await user.call('POST', '/api/v1/account/sign-out-everywhere')).status).toBe(204)
  expect((await elsewhere.get('/api/v1/buckets')).json).toMatchObject({ code: 'SessionEnded' })
})

test('an administrator sees until when they are signed in, and ends their sessions', async () => {
  const sub = uniqueName('person')
  const user = await signedIn({ sub, policy: 'readwrite' })
  const admin = await given.user()
  const listed = (await admin.get('/api/v1/access-keys?kind=temporary')).json as OwnedKey[]
  const own = listed.find(({ ownerName }) => ownerName === sub)
  expect(own).toMatchObject({ source: 'openId', expiry: expect.stringMatching(/^\d{4}-/) })
  const json = { user: own?.owner, source: 'openId' }
  expect((await admin.call('POST', '/api/v1/access-keys/revoke-temporary', { json })).status).toBe(204)
  expect((await user.get('/api/v1/buckets')).json).toMatchObject({ code: 'SessionEnded' })
})

test('creates, lists and deletes its own access keys', async () => {
  const user = await signedIn({ policy: 'readwrite' })
  const keys = '/api/v1/service-accounts'
  const { status, json } = await user.call('POST', keys, { json: {} })
  expect(status).toBe(201)
  const { accessKey } = json as { accessKey: string }
  expect((await user.get(keys)).json).toEqual([accessKey])
  expect((await user.call('DELETE', `${keys}/${accessKey}`)).status).toBe(204)
})

test('manages the users of the storage server, which are separate from those of the provider', async () => {
  const user = await signedIn({ policy: 'consoleAdmin' })
  const name = uniqueName('local')
  const created = await user.call('POST', '/api/v1/users', { json: { accessKey: name, secretKey: 'secret-of-local' } })
  expect([created.status, created.json]).toMatchObject([201, { accessKey: name }])
  expect((await user.get('/api/v1/users')).json).toMatchObject({
    source: 'builtIn',
    users: expect.arrayContaining([expect.objectContaining({ accessKey: name })]),
  })
  expect((await user.call('DELETE', `/api/v1/user?name=${name}`)).status).toBe(204)
})

test('with a policy for one folder reaches it', async () => {
  const bucket = uniqueName('bucket')
  const policy = await accountsOf(given.storage).policy(
    { ...allow(['s3:ListBucket'], bucket), Condition: { StringLike: { 's3:prefix': ['team/*'] } } },
    allow(['s3:GetObject'], `${bucket}/team/*`),
  )
  const user = await signedIn({ policy })
  expect((await user.get('/api/v1/session')).json).toMatchObject({ folders: [{ bucket, prefix: 'team/' }] })
})

test('signing out revokes the session on the storage server', async () => {
  const user = await signedIn({ policy: 'readwrite' })
  const [tab, twin] = [await openSocket(user, '/ws/session'), user.twin()]
  await tab.until('session')
  expect((await user.call('POST', '/api/v1/logout')).status).toBe(200)
  expect(await tab.until('lost')).toMatchObject({ code: 'SessionEnded' })
  expect((await twin.get('/api/v1/buckets')).status).toBe(401)
})

test('runs a job on the server, with a key of its own account', async () => {
  const { user: root, bucket, objects } = await given.userWithBucket()
  const form = ['a', 'b'].map((fileName) => ({ name: '1', fileName, content: 'x' }))
  await root.call('POST', `${objects}/upload?prefix=in/`, { form })
  const user = await signedIn({ policy: 'readwrite' })
  const job = await startJob(user, { kind: 'delete', bucket, paths: [{ path: 'in/', recursive: true }] })
  expect(await ended(user, job)).toMatchObject({ status: 'done', done: 2, failed: 0 })
  await withoutJobKeys(user)
})
