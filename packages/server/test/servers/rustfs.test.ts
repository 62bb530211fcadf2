import { accountsOf, allow, startRustfsReplay } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { consoleAt } from '../running-console.ts'
import { scriptedStorage, stsKeys } from '../scripted-storage.ts'
import { visitor } from '../visitor.ts'
import { describeRustfs } from './describe-rustfs.ts'
import { expectRefusals } from './expect-refusals.ts'
import { expectSupport } from './expect-support.ts'

/** What RustFS's released source responds; it isn't RustFS itself. */
const ACCOUNT = {
  account_name: 'alice',
  server: { BackendType: 'Erasure', DrivesPerSet: [4] },
  policy: JSON.stringify({
    ID: '',
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['admin:*'], NotAction: [], Resource: ['arn:aws:s3:::*'], NotResource: [] }],
  }),
  buckets: [],
}

test('signs in to a replay of RustFS, and out without revoking the other sessions of the account', async () => {
  const calls: string[] = []
  const storage = await scriptedStorage(({ method, url = '' }, response) => {
    calls.push(`${method} ${url}`)
    if (method === 'POST' && url === '/') response.end(stsKeys())
    else if (url.startsWith('/minio/admin/v3/accountinfo')) response.end(JSON.stringify(ACCOUNT))
    else response.writeHead(404).end('{"Code":"XMinioAdminNoSuchUser","Message":"no such user"}')
  })
  const console = await consoleAt(storage.url, { storageKind: 'rustfs' })
  const user = visitor(console.url)
  expect((await user.signIn({ accessKey: 'alice', secretKey: 'alice-secret' })).status).toBe(201)
  const { json } = await user.get('/api/v1/session')
  expect(json).toMatchObject({ product: 'RustFS', accountName: 'alice', features: ['admin', 'alerts', 'heal'] })
  expect((json as { pages: string[] }).pages).toContain('/users')
  const copy = user.twin()
  expect((await user.call('POST', '/api/v1/logout')).status).toBe(200)
  expect(calls.filter((call) => call.includes('revoke-tokens'))).toEqual([])
  expect((await copy.get('/api/v1/session')).json).toMatchObject({ code: 'SessionEnded' })
})

/** It stores and decides as the engine, and speaks as RustFS. */
describeRustfs('a replay of RustFS', startRustfsReplay, {
  features: ['admin', 'alerts'],
  // The engine has others too.
  sections: ['identity_openid', 'audit_webhook', 'notify_webhook'],
  limit: 'queue_size',
})

test('a replay of RustFS gets no calls of its keys, which are others than MinIO’s', async () => {
  const storage = await startRustfsReplay()
  const server = await consoleAt(storage.url)
  const user = visitor(server.url)
  await user.signIn(storage.root)
  expect((await user.get('/api/v1/kms/key-list')).json).toMatchObject({ code: 'NotInThisSetup' })
  expect(storage.calls.filter((one) => one.includes('/minio/kms'))).toEqual([])
  await storage.stop()
})

test('every feature works with a replay of RustFS where it should', async () => {
  await expectSupport('rustfs', await startRustfsReplay())
})

test('a replay of RustFS refuses everything to a user without any right', async () => {
  const storage = await startRustfsReplay()
  const keys = await accountsOf(storage).allowed(allow(['s3:GetObject'], 'elsewhere/*'))
  await expectRefusals(storage, {
    admin: (user) => user.signIn(storage.root),
    nobody: (user) => user.signIn(keys),
  })
})
