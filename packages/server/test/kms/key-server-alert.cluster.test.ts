/** The alert about a key server that a real MinIO can't reach: the stand-in of the testkit, which is stopped. */
import type { AlertRuleEntry } from '@cooperage/contract'
import { metricsToken, send, TestKeyServer, waitUntil } from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const keyServer = await new TestKeyServer().up()
const given = await withConsole(
  ({ root }) => ({ metrics: { scrapeToken: async () => metricsToken(root), scrapeSeconds: 1 } }),
  { minio: { env: keyServer.minioEnv } },
)
afterAll(() => keyServer.stop())

test('a key server that is down is reported once encrypted objects can’t be written', async () => {
  const user = await given.user()
  /** Saving a rule evaluates it. */
  const state = async () => {
    const json = { threshold: 5, minutes: 0, enabled: true }
    await user.call('PUT', '/api/v1/alerts/rules/keyServer', { json })
    const rules = (await user.get('/api/v1/alerts/rules')).json as AlertRuleEntry[]
    return rules.find(({ id }) => id === 'keyServer')?.state
  }
  const { url, root } = given.storage
  const headers = { 'x-amz-server-side-encryption': 'aws:kms' }
  const put = async (path: string, encrypted = headers) =>
    (await send({ url, credentials: root, method: 'PUT', path, body: '', headers: encrypted })).status
  await waitUntil('a bucket', async () => (await put('/photos', {} as never)) === 200)
  expect(await put('/photos/a.jpg')).toBe(200)
  await waitUntil('two samples', async () => (await state()) === 'ok', { deadlineMs: 90_000 })
  await keyServer.down()
  expect(await put('/photos/b.jpg')).toBe(500)
  await waitUntil('the alert', async () => (await state()) === 'firing', { deadlineMs: 90_000 })
  const { alerts } = (await user.get('/api/v1/alerts')).json as { alerts: { rule: string; text: { text: string } }[] }
  expect(alerts.find(({ rule }) => rule === 'keyServer')?.text.text).toMatch(/^Requests to the server .* fail: \d+/)
})
