/** The live log of the storage server (spec object-browser-and-tools 7), on the engine and on MinIO. */
import type { LogEntry } from '@cooperage/contract'
import { accountsOf, allow, send } from '@cooperage/testkit'
import { expect, test, vi } from 'vitest'
import { withConsole } from '../running-console.ts'
import { closeSocket, openSocket } from '../socket-visitor.ts'

const given = await withConsole()

test('sends an error when the server logs it, and to later visitors too', async () => {
  const admin = await given.user()
  const live = await openSocket(admin, '/ws/console')
  // Nothing listens on port 1: the server logs that it can't deliver its audit entries.
  const target = { key_values: [{ key: 'endpoint', value: 'http://127.0.0.1:1/audit' }] }
  expect((await admin.call('PUT', '/api/v1/configs/audit_webhook:unreachable', { json: target })).status).toBe(200)
  const { url, root } = given.storage
  const logged = async ({ messages }: { messages: unknown[] }) =>
    await vi.waitFor(
      async () => {
        await send({ url, credentials: root, method: 'GET', path: '/' })
        const entry = (messages as LogEntry[]).find(({ error }) => error.message.includes('unreachable'))
        expect(entry).toBeDefined()
        return entry
      },
      { timeout: 20_000, interval: 100 },
    )
  const entry = await logged(live)
  expect(entry).toMatchObject({
    level: 'ERROR',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    api: { name: expect.stringContaining('SYSTEM') },
    error: { message: expect.stringMatching(/refused/i), source: expect.any(Array) },
    ConsoleMsg: '',
    deploymentid: expect.stringMatching(/./),
    requestID: expect.any(String),
    remotehost: expect.any(String),
    host: expect.any(String),
    userAgent: expect.any(String),
  })
  const later = await openSocket(admin, '/ws/console')
  expect(await logged(later)).toEqual(entry)
  await Promise.all([closeSocket(live), closeSocket(later)])
})

test('ends with the missing permission', async () => {
  const reader = given.stranger()
  await reader.signIn(await accountsOf(given.storage).allowed(allow(['admin:ServerInfo'])))
  const { closed } = await openSocket(reader, '/ws/console')
  expect(await closed).toEqual({ code: 1011, reason: 'AccessDenied' })
})
