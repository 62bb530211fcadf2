/** What the audit trail records of visitors who may have no account, and of those who leave before the response. */
import { once } from 'node:events'
import { request } from 'node:http'
import { accountsOf, allow, startTarget, uniqueName } from '@cooperage/testkit'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { auditedIn, type RunningConsole, startConsole } from './running-console.ts'
import { accountDocument, scriptedStorage, stsKeys } from './scripted-storage.ts'
import { created, inDays, recipient, revoke } from './share-links/given-links.ts'
import { closeSocket, openSocket } from './socket-visitor.ts'
import { type Visitor, visitor } from './visitor.ts'

const storage = await startTarget()
afterAll(async () => await storage.stop())

/** A console whose records are complete once it is stopped. */
async function newConsole(url = storage.url, settings = {}): Promise<RunningConsole> {
  let isStopped = false
  const server = await startConsole(url, { trustedProxies: ['loopback'], ...settings })
  const stop = async () => {
    if (!isStopped) await server.stop()
    isStopped = true
  }
  onTestFinished(stop)
  return { ...server, stop }
}

async function rootOf(server: RunningConsole): Promise<Visitor> {
  const root = visitor(server.url)
  await root.signIn(storage.root)
  return root
}

/** The records of a console, which is stopped. */
async function recordsOf(server: RunningConsole) {
  await server.stop()
  return auditedIn(server)
}

const PASSWORD = 'correct horse'

test('records the passwords and the uses of a share link by its id, and neither its address nor passwords', async () => {
  const server = await newConsole()
  const root = await rootOf(server)
  const bucket = uniqueName('bucket')
  await root.call('POST', '/api/v1/buckets', { json: { name: bucket } })
  const limits = { max_uses: 10, max_bytes: 100 }
  const upload = await created(root, { kind: 'upload', bucket, path: 'in/', password: PASSWORD, ...limits })
  const guest = recipient(server)
  const asPage = { accept: 'text/html' }
  await guest.view(upload.address, asPage)
  await guest.send(upload.address, 'a.txt', 'a')
  await guest.unlock(upload.address, 'wrong password')
  await guest.unlock(upload.address, 'wrong once more', asPage)
  await guest.unlock(upload.address, PASSWORD)
  const sent = await guest.send(upload.address, 'a.txt', 'a')
  const { name } = sent.json as { name: string }
  const download = await created(root, { bucket, path: `in/${name}` })
  const reader = recipient(server)
  await reader.view(download.address, asPage)
  await reader.head(download.address)
  await reader.open(download.address)
  await reader.open(download.address)
  const unknown = 'a'.repeat(43)
  await reader.open(`s/${unknown}`)

  const ofLinks = (await recordsOf(server)).filter(({ kind }) => kind === 'link')
  expect(ofLinks.map(({ call, link, outcome, code, count }) => [call, link, outcome, code, count])).toEqual([
    ['shareLinks.upload', upload.link.id, 'refused', 'SharePasswordMissing', 1],
    ['shareLinks.unlock', upload.link.id, 'refused', 'SharePasswordWrong', 1],
    ['shareLinks.unlock', upload.link.id, 'done', '', 1],
    ['shareLinks.upload', upload.link.id, 'done', '', 1],
    ['shareLinks.open', download.link.id, 'done', '', 1],
    ['shareLinks.open', undefined, 'refused', 'ShareLinkClosed', 1],
    ['shareLinks.unlock', upload.link.id, 'refused', 'SharePasswordWrong', 1],
    ['shareLinks.open', download.link.id, 'done', '', 1],
  ])
  expect(ofLinks[3]).toMatchObject({ account: '', address: '127.0.0.1', target: { name: 'a.txt' } })
  const text = JSON.stringify(ofLinks)
  for (const secret of [upload.address, download.address].map((address) => address.slice(2)).concat(PASSWORD, 'wrong '))
    expect(text).not.toContain(secret)
  expect(text).not.toContain(unknown)
})

test('names the link that is revoked or expired', async () => {
  let now = Date.now()
  const server = await newConsole(storage.url, { now: () => now })
  const root = await rootOf(server)
  const bucket = uniqueName('bucket')
  await root.call('POST', '/api/v1/buckets', { json: { name: bucket } })
  const [revoked, expired] = [
    await created(root, { bucket, path: 'in/' }),
    await created(root, { bucket, path: 'in/', expiry: inDays(7) }),
  ]
  await revoke(root, revoked)
  now += 8 * 24 * 3600_000
  const reader = recipient(server)
  await reader.open(revoked.address)
  await reader.open(expired.address)
  const ofLinks = (await recordsOf(server)).filter(({ kind }) => kind === 'link')
  expect(ofLinks.map(({ link, outcome, code }) => [link, outcome, code])).toEqual([
    [revoked.link.id, 'refused', 'ShareLinkClosed'],
    [expired.link.id, 'refused', 'ShareLinkClosed'],
  ])
})

test('a flood of refused calls of one account is counted', async () => {
  const server = await newConsole()
  const user = visitor(server.url)
  await user.signIn(await accountsOf(storage).allowed(allow(['s3:ListAllMyBuckets'], '*')))
  for (let at = 0; at < 40; at++)
    expect(
      (await user.call('POST', '/api/v1/users', { json: { accessKey: 'another', secretKey: 'another-secret' } }))
        .status,
    ).toBe(403)
  const refused = (await recordsOf(server)).filter(({ outcome }) => outcome === 'refused')
  expect(refused).toMatchObject([
    { call: 'users.create', count: 1 },
    { call: 'users.create', count: 39 },
  ])
})

test('a flood of failed sign-ins is counted, not repeated', async () => {
  const server = await newConsole()
  const guesser = visitor(server.url)
  const guess = (accessKey: string, from = '203.0.113.9') =>
    guesser.call('POST', '/api/v1/login', {
      json: { accessKey, secretKey: 'guessed-secret' },
      headers: { 'x-forwarded-for': from },
    })
  for (let attempt = 0; attempt < 30; attempt++) await guess('alice')
  for (let attempt = 0; attempt < 60; attempt++) await guess(`invented-${attempt}`)
  for (let attempt = 0; attempt < 3; attempt++) await guess('alice', '198.51.100.7')
  const refused = (await recordsOf(server)).filter(({ kind }) => kind === 'sign-in')
  expect(refused.reduce((sum, { count }) => sum + count, 0)).toBe(93)
  expect(refused.length).toBeLessThan(30)
  expect(refused).toContainEqual(expect.objectContaining({ code: 'InvalidLogin', address: '203.0.113.9', count: 69 }))
  expect(refused).toContainEqual(expect.objectContaining({ code: 'TooManyRequests', count: 19 }))
  expect(refused).toContainEqual(expect.objectContaining({ address: '198.51.100.7', count: 2 }))
  // What was typed as a name may be a secret key.
  expect(JSON.stringify(refused)).not.toMatch(/guessed-secret|alice|invented/)
})

test('so is a flood of administrative calls without a session, from however many addresses', async () => {
  const server = await newConsole()
  const stranger = visitor(server.url)
  for (let at = 0; at < 300; at++) {
    const headers = { 'x-forwarded-for': `10.${at >> 8}.${at & 255}.7` }
    await stranger.call('DELETE', `/api/v1/buckets/invented-${at}`, { headers })
  }
  const records = await recordsOf(server)
  expect(records.reduce((sum, { count }) => sum + count, 0)).toBe(300)
  expect(records.length).toBeLessThan(250)
})

test('records a change whose visitor disconnects before the response', async () => {
  const changing = Promise.withResolvers<void>()
  const scripted = await scriptedStorage((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? '', 'http://storage')
    if (pathname === '/' && incoming.method === 'POST') return response.end(stsKeys())
    if (pathname.endsWith('/accountinfo'))
      return response.end(accountDocument({ Version: '2012-10-17', Statement: [allow(['admin:*', 's3:*'], '*')] }))
    // The bucket is created, and the response never arrives.
    if (incoming.method === 'PUT') return changing.resolve()
    response.statusCode = 501
    response.end()
  })
  onTestFinished(() => scripted.stop())
  const server = await newConsole(scripted.url)
  const user = visitor(server.url)
  await user.signIn({ accessKey: 'alice', secretKey: 'alice-secret' })
  const cookie = [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const body = JSON.stringify({ name: 'photos' })
  const leaving = request(`${server.url}/api/v1/buckets`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'content-length': body.length },
  })
  leaving.on('error', () => {
    // The test aborts it.
  })
  leaving.end(body)
  await changing.promise
  leaving.destroy()
  const change = () => auditedIn(server).find(({ call }) => call === 'buckets.create')
  await expect.poll(change, { timeout: 20_000 }).toMatchObject({
    account: 'alice',
    request: { name: 'photos' },
    outcome: 'unknown',
    status: 0,
    code: '',
  })
})

test('records that a heal is started or refused, but not who watches it', async () => {
  const state = { isRefused: false }
  const scripted = await scriptedStorage((incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://storage')
    if (pathname === '/') return response.end(stsKeys())
    if (pathname.endsWith('/accountinfo'))
      return response.end(accountDocument({ Version: '2012-10-17', Statement: [allow(['admin:*'])] }))
    if (state.isRefused) {
      response.statusCode = 403
      return response.end(JSON.stringify({ Code: 'AccessDenied', Message: 'no' }))
    }
    if (!searchParams.has('clientToken')) return response.end(JSON.stringify({ clientToken: 'T' }))
    response.end(JSON.stringify({ Summary: 'running', StartTime: new Date().toISOString(), Items: null }))
  })
  onTestFinished(() => scripted.stop())
  const server = await newConsole(scripted.url)
  const user = visitor(server.url)
  await user.signIn({ accessKey: 'alice', secretKey: 'alice-secret' })
  for (const query of ['recursive=true', 'token=T']) {
    const view = await openSocket(user, `/ws/heal/photos?${query}`)
    await expect.poll(() => view.messages.length).toBeGreaterThan(0)
    await closeSocket(view)
  }
  const stream = request(`${server.url}/ws/heal/photos?force-start=true`, {
    method: 'POST',
    headers: { origin: server.url, cookie: [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  }).end()
  const [response] = await once(stream, 'response')
  await once(response, 'data')
  await expect.poll(() => auditedIn(server).filter(({ call }) => call === 'heal.watch').length).toBe(2)
  response.destroy()
  state.isRefused = true
  await (await openSocket(user, '/ws/heal/photos')).closed
  state.isRefused = false
  // Another session resumes it, and connects once more.
  const other = visitor(server.url)
  await other.signIn({ accessKey: 'alice', secretKey: 'alice-secret' })
  for (let connection = 0; connection < 2; connection++) {
    const view = await openSocket(other, '/ws/heal/photos?token=T')
    await expect.poll(() => view.messages.length).toBeGreaterThan(0)
    await closeSocket(view)
  }
  const heals = (await recordsOf(server)).filter(({ call }) => call === 'heal.watch')
  expect(heals).toMatchObject([
    { kind: 'change', account: 'alice', target: { bucket: 'photos', recursive: 'true' }, outcome: 'done' },
    { kind: 'change', target: { 'force-start': 'true' }, outcome: 'done' },
    { kind: 'change', outcome: 'refused', code: 'AccessDenied' },
    { kind: 'change', account: 'alice', target: { bucket: 'photos' }, outcome: 'done' },
  ])
})

test('records tests of settings without their secrets', async () => {
  const server = await newConsole()
  const root = await rootOf(server)
  const values = [
    { key: 'config_url', value: 'http://169.254.169.254/.well-known/openid-configuration' },
    { key: 'client_secret', value: 'secret-of-the-client' },
  ]
  const reply = await root.call('POST', '/api/v1/identity-provider-test', { json: { type: 'openid', values } })
  expect(reply.json).toMatchObject({ code: 'RemoteAddressRefused' })
  expect((await recordsOf(server)).filter(({ kind }) => kind === 'test')).toMatchObject([
    {
      call: 'identityProviders.test',
      account: storage.root.accessKey,
      outcome: 'refused',
      code: 'RemoteAddressRefused',
    },
  ])
  expect(server.log.join('')).not.toContain('secret-of-the-client')
})
