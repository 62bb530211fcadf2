import { uniqueName } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { SESSION_COOKIE, TEST_SECRET, withConsole } from './running-console.ts'

const given = withConsole()

test('writes one line per request, and no secret in any of them', async () => {
  const { user, bucket, objects } = await given.userWithBucket()
  const sealed = user.cookies.get(SESSION_COOKIE) ?? ''
  const typed = uniqueName('typed-by-mistake')
  await given.stranger().signIn({ accessKey: typed, secretKey: `${typed}-secret` })
  await given.stranger().call('POST', '/api/v1/login', {
    body: `{"secretKey":"${typed}-broken`,
    headers: { 'content-type': 'application/json' },
  })
  await user.call('POST', `${objects}/upload`, { form: [{ name: '4', fileName: 'private-name', content: 'body' }] })
  await user.get(`${objects}/download?prefix=private-name&version_id=`)
  await user.get(`/api/v1/session?token=${typed}`, { headers: { authorization: `Bearer ${typed}` } })
  await user.get('/api/v1/buckets/%zz')
  await user.call('DELETE', `${objects}?path=private-name`)
  await user.call('DELETE', `/api/v1/buckets/${bucket}`)
  await user.call('POST', '/api/v1/logout')

  // The audit trail records who did what: it contains account names, but no secrets.
  const requests = given.server.log.filter((line) => !line.includes('"msg":"audit"')).join('')
  const log = given.server.log.join('')
  const { accessKey, secretKey } = given.storage.root
  expect(requests).not.toContain(accessKey)
  for (const secret of [secretKey, TEST_SECRET, sealed, sealed.slice(40, 120), typed, 'private-name']) {
    expect(log).not.toContain(secret)
  }
  const lines = given.server.log.map((line) => JSON.parse(line) as Record<string, unknown>)
  const upload = lines.filter(({ route }) => route === '/api/v1/buckets/:bucket/objects/upload')
  expect(upload).toEqual([
    {
      level: 30,
      time: expect.any(String),
      method: 'POST',
      route: '/api/v1/buckets/:bucket/objects/upload',
      status: 200,
      ms: expect.any(Number),
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      msg: 'request',
    },
  ])
})

test('does not log successful health checks', async () => {
  expect((await given.stranger().get('/healthz')).status).toBe(200)
  const routes = given.server.log.map((line) => (JSON.parse(line) as { route?: string }).route)
  expect(routes).not.toContain('/healthz')
})
