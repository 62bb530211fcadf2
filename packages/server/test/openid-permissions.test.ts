/** People whom an identity provider vouches for: a cookie around the keys that the storage gives for their token. */
import {
  accountsOf,
  allow,
  type IdentityProvider,
  startIdentityProvider,
  trustProvider,
  uniqueName,
  webIdentityKeys,
} from '@cooperage/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSessionSealer } from '../src/shared/session/sealed-session.ts'
import { SESSION_COOKIE, TEST_SECRET, withConsole } from './running-console.ts'
import { openSocket } from './socket-visitor.ts'
import { type Visitor, visitor } from './visitor.ts'

const given = withConsole({ accountPollMs: 200 })
let provider: IdentityProvider

beforeAll(async () => {
  provider = await startIdentityProvider()
  await trustProvider(given.storage, provider)
})
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
    endsAt: expiration,
    keysEndAt: expiration,
  })
  return visitor(given.server.url, new Map([[SESSION_COOKIE, `1-${sealed}`]]))
}

const BUCKETS = ['/buckets', '/buckets/:bucket', '/buckets/:bucket/*']
const POLICIES = ['/policies', '/policies/:policyName']
const BROWSER = ['/object-browser', '/object-browser/:bucket', '/object-browser/:bucket/*']

test.each([
  ['consoleAdmin', [...BUCKETS, ...POLICIES, ...BROWSER], true],
  ['readonly', [...BUCKETS, ...BROWSER], false],
  ['writeonly', BROWSER, false],
  ['diagnostics', [], false],
])('with the policy %s opens its pages', async (policy, pages, createsBuckets) => {
  const user = await signedIn({ policy })
  expect((await user.get('/api/v1/session')).json).toMatchObject({ status: 'ok', pages: [...pages, '/account'] })
  const { json } = await user.call('POST', '/api/v1/has-permission', {
    json: { actions: [{ id: 'createBucket', action: 's3:CreateBucket' }] },
  })
  expect(json).toEqual({ permissions: [{ id: 'createBucket', can: createsBuckets }] })
  const made = await user.call('POST', '/api/v1/buckets', { json: { name: uniqueName('bucket') } })
  expect(made.status).toBe(createsBuckets ? 201 : 403)
})

test('with a policy of one folder gets to it', async () => {
  const bucket = uniqueName('bucket')
  const policy = await accountsOf(given.storage).policy(
    { ...allow(['s3:ListBucket'], bucket), Condition: { StringLike: { 's3:prefix': ['team/*'] } } },
    allow(['s3:GetObject'], `${bucket}/team/*`),
  )
  const user = await signedIn({ policy })
  expect((await user.get('/api/v1/session')).json).toMatchObject({ places: [{ bucket, prefix: 'team/' }] })
})

test('signing out ends the session at the storage', async () => {
  const user = await signedIn({ policy: 'readwrite' })
  const [tab, twin] = [await openSocket(user, '/ws/session'), user.twin()]
  await tab.until('session')
  expect((await user.call('POST', '/api/v1/logout')).status).toBe(204)
  expect(await tab.until('lost')).toMatchObject({ code: 'SessionEnded' })
  expect((await twin.get('/api/v1/buckets')).status).toBe(401)
})
