import { uniqueName } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { createLogger } from '../src/shared/request-log.ts'
import { SESSION_COOKIE, startConsole, TEST_SECRET, withConsole } from './running-console.ts'
import { visitor } from './visitor.ts'

const given = await withConsole()

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
      level: 'info',
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

test('logs as text for people, in which nothing controls their terminal', async () => {
  const log: string[] = []
  const server = await startConsole(given.storage.url, { logFormat: 'text', log: (line) => log.push(line) })
  expect((await visitor(server.url).get('/api/v1/login')).status).toBe(200)
  createLogger((line) => log.push(line), { logFormat: 'text' }).error(
    { err: new Error('from \u001b[31m outside\u009b'), name: 'a "name"\n' },
    'unexpected failure',
  )
  await server.stop()
  const text = log.join('')
  expect(text).toMatch(
    /^\d{4}-\S+Z INFO request requestId=\S+ method=GET route=\/api\/v1\/login status=200 ms=[\d.]+$/m,
  )
  expect(text).toContain(
    'ERROR unexpected failure name="a \\"name\\"\\n"\nError: from \uFFFD[31m outside\uFFFD\n    at ',
  )
})

test('leaves out what is less important than the level', async () => {
  const levels = async (logLevel: 'warn' | 'debug') => {
    const server = await startConsole(given.storage.url, { logLevel })
    await visitor(server.url).get('/healthz')
    await visitor(server.url).get('/api/v1/session')
    const lines = server.log.map((line) => JSON.parse(line) as { level: string })
    await server.stop()
    return [...new Set(lines.map(({ level }) => level))].sort()
  }
  expect(await levels('warn')).toEqual([])
  expect(await levels('debug')).toEqual(['debug', 'info'])
})

test('does not log successful health checks', async () => {
  expect((await given.stranger().get('/healthz')).status).toBe(200)
  const routes = given.server.log.map((line) => (JSON.parse(line) as { route?: string }).route)
  expect(routes).not.toContain('/healthz')
})
