/** License keys, verified offline, and the subscription service. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { accountsOf, allow } from '@cooperage/testkit'
import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { consoleAt, startConsole, withConsole } from '../running-console.ts'
import { visitor } from '../visitor.ts'

const INFO = '/api/v1/subscription/info'
const VALIDATE = '/api/v1/subscription/validate'
const REFRESH = '/api/v1/subscription/refresh'
const EXPIRES = '2100-01-01T00:00:00.000Z'
const LICENSE = {
  plan: 'ENTERPRISE',
  organization: 'Example Ltd',
  storage_capacity: 50,
  expires_at: EXPIRES,
  email: 'ada@example.com',
  account_id: 7,
}

const given = await withConsole()
const vendor = await generateKeyPair('ES384')
const publicKey = await exportSPKI(vendor.publicKey)

function keyOf(claims: Record<string, unknown> = {}, signer = vendor.privateKey, alg = 'ES384'): Promise<string> {
  const all = { sub: LICENSE.email, org: LICENSE.organization, cap: 50, plan: 'ENTERPRISE', aid: 7, ...claims }
  return new SignJWT({ exp: Date.parse(EXPIRES) / 1000, ...all }).setProtectedHeader({ alg }).sign(signer)
}

/** A small subscription service with one account. */
const service = createServer(async (request, response) => {
  calls.push(`${request.method} ${request.url}`)
  const body = JSON.parse(await text(request)) as Record<string, string>
  if (request.url === '/api/license' && body.password !== 'right') return void response.writeHead(401).end()
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ license: await keyOf(issued) }))
})
const calls: string[] = []
let issued: Record<string, unknown> = {}

await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
const { port } = service.address() as AddressInfo
const server = await startConsole(given.storage.url, {
  licensePublicKey: publicKey,
  subscriptionUrl: new URL(`http://127.0.0.1:${port}/api/`),
})
const admin = visitor(server.url)
await admin.signIn(given.storage.root)
afterAll(async () => {
  await server.stop()
  service.close()
})

const activate = (json: object, one = admin) => one.call('POST', VALIDATE, { json })

test('without a license there is none to show or refresh', async () => {
  expect((await admin.get(INFO)).outcome).toBe('404 LicenseNotFound')
  expect((await admin.call('POST', REFRESH)).json).toMatchObject({ code: 'LicenseNotFound' })
})

describe('a key is refused and nothing is stored', () => {
  test.each([
    ['that is forged', async () => keyOf({}, (await generateKeyPair('ES384')).privateKey), 'LicenseNotValid'],
    [
      'of another algorithm',
      async () => keyOf({}, (await generateKeyPair('RS256')).privateKey, 'RS256'),
      'LicenseNotValid',
    ],
    ['signed with the public key as a secret', () => hmacKey(), 'LicenseNotValid'],
    ['that has expired', () => keyOf({ exp: 1 }), 'LicenseExpired'],
    ['without a plan', () => keyOf({ plan: undefined }), 'LicenseNotValid'],
    ['with a capacity in words', () => keyOf({ cap: 'much' }), 'LicenseNotValid'],
    ['that is no key', () => 'key', 'LicenseNotValid'],
    ['that is blank, without an account', () => '  ', 'LicenseIncomplete'],
  ])('%s', async (_kind, make, code) => {
    const { status, json } = await activate({ license: await make() })
    expect([status, json]).toMatchObject([400, { code }])
    expect((await admin.get(INFO)).status).toBe(404)
  })

  test('from a user who may not change the configuration', async () => {
    const user = visitor(server.url)
    await user.signIn(await accountsOf(given.storage).allowed(allow(['s3:ListBucket'], '*')))
    expect((await activate({ license: await keyOf() }, user)).json).toMatchObject({ code: 'AccessDenied' })
    expect((await user.call('POST', REFRESH)).json).toMatchObject({ code: 'AccessDenied' })
    expect((await user.get(INFO)).status).toBe(404)
  })
})

test('a valid key is stored, shown to every user, and survives a restart', async () => {
  const reply = await activate({ license: ` ${await keyOf()}\n` })
  expect([reply.status, reply.json]).toEqual([200, LICENSE])
  const again = await consoleAt(given.storage.url, { licensePublicKey: publicKey, dataDir: server.dataDir })
  const user = visitor(again.url)
  await user.signIn(await accountsOf(given.storage).allowed(allow(['s3:ListBucket'], '*')))
  expect((await user.get(INFO)).json).toEqual(LICENSE)
})

test('the key of an account comes from the service, and is refreshed there', async () => {
  expect((await activate({ email: 'ada@example.com', password: 'wrong' })).json).toMatchObject({
    code: 'SubscriptionRefused',
  })
  issued = { cap: 60 }
  expect((await activate({ email: 'ada@example.com', password: 'right' })).json).toMatchObject({ storage_capacity: 60 })
  issued = { cap: 70 }
  expect((await admin.call('POST', REFRESH)).json).toMatchObject({ storage_capacity: 70 })
  expect((await admin.get(INFO)).json).toMatchObject({ storage_capacity: 70 })
  expect(calls).toEqual(['POST /api/license', 'POST /api/license', 'POST /api/license/refresh'])
  expect(server.log.join('')).not.toContain('"right"')
})

test('without a service and a public key, nothing is sent or accepted', async () => {
  const root = await given.user()
  expect((await activate({ license: await keyOf() }, root)).json).toMatchObject({ code: 'LicenseNotVerifiable' })
  expect((await activate({ email: 'a@b.example', password: 'right' }, root)).json).toMatchObject({
    code: 'SubscriptionNotConfigured',
  })
})

async function hmacKey(): Promise<string> {
  return new SignJWT({ sub: 'x', plan: 'STANDARD', exp: Date.parse(EXPIRES) / 1000 })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(publicKey))
}
