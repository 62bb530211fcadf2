/** Sign-in with a token that the identity plugin of the storage server accepts. */
import { startIdentityPlugin, startTarget } from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'
import { auditedIn, consoleAt, startConsole } from './running-console.ts'
import { testOn } from './test-on.ts'
import { visitor } from './visitor.ts'

const TOKEN = 'a-token-of-ada'
const LOGIN = '/api/v1/login/token'

const plugin = await startIdentityPlugin({ [TOKEN]: 'ada' })
const storage = await startTarget({ minio: plugin.minio })
const server = await startConsole(storage.url, {
  customToken: { name: 'Company token', roleArn: plugin.roleArn },
  trustedProxies: ['loopback'],
})
afterAll(async () => {
  await server.stop()
  await storage.stop()
  await plugin.stop()
})

testOn.minio('a token gives a session with the policy of the role, which sign-out revokes', async () => {
  const ada = visitor(server.url)
  expect((await ada.get('/api/v1/login')).json).toMatchObject({ loginStrategy: 'form', customToken: 'Company token' })
  expect((await ada.call('POST', LOGIN, { json: { token: TOKEN } })).status).toBe(201)
  expect((await ada.get('/api/v1/session')).json).toMatchObject({
    way: 'customToken',
    displayName: expect.stringContaining('ada'),
    passwordChange: 'external',
  })
  expect((await ada.call('POST', '/api/v1/buckets', { json: { name: 'of-ada' } })).status).toBe(201)
  expect((await ada.call('POST', '/api/v1/session/renew')).json).toEqual({ renewed: false })

  const copy = ada.twin()
  expect((await ada.call('POST', '/api/v1/logout')).json).toEqual({ redirect: '' })
  expect((await copy.get('/api/v1/session')).json).toMatchObject({ code: 'SessionEnded' })
  // The storage server's own audit log has the same temporary access key.
  const account = expect.stringMatching(/^[A-Z0-9]{20}$/)
  expect(auditedIn(server)).toContainEqual(
    expect.objectContaining({ kind: 'sign-in', call: 'session.loginCustomToken', account, outcome: 'done' }),
  )
  expect(server.log.join('')).not.toContain(TOKEN)
})

testOn.minio('a token that the plugin rejects is explained, and guessing is slowed down', async () => {
  const guesser = visitor(server.url)
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const guess = async () => (await guesser.call('POST', LOGIN, { json: { token: 'guessed' }, headers })).json
  expect(await guess()).toMatchObject({ code: 'TokenRejected', message: expect.stringContaining('unknown token') })
  for (let attempt = 0; attempt < 9; attempt++) await guess()
  expect(await guess()).toMatchObject({ code: 'TooManyRequests' })
})

testOn.minio('a plugin that is down is named, without its address and the token in it', async () => {
  await plugin.stop()
  expect((await visitor(server.url).call('POST', LOGIN, { json: { token: TOKEN } })).json).toMatchObject({
    code: 'TokenRejected',
    message: expect.stringContaining('its identity plugin doesn’t respond'),
  })
  expect(server.log.join('')).not.toContain(TOKEN)
})

testOn.engine('the embedded engine has no identity plugin, and says so', async () => {
  const reply = await visitor(server.url).call('POST', LOGIN, { json: { token: TOKEN } })
  expect(reply.json).toMatchObject({ code: 'TokenRejected', message: expect.stringContaining('is disabled') })
})

test('is not offered unless the settings name the role', async () => {
  const other = await consoleAt(storage.url)
  const stranger = visitor(other.url)
  expect((await stranger.get('/api/v1/login')).json).toMatchObject({ customToken: '' })
  expect((await stranger.call('POST', LOGIN, { json: { token: TOKEN } })).json).toMatchObject({
    code: 'LoginNotOffered',
  })
})
