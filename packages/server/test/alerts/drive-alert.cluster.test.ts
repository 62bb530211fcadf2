/** The default rules on a real MinIO of four drives, of which one is taken away: nobody has changed anything but the channel. */
import { renameSync, writeFileSync } from 'node:fs'
import type { Alert, AlertRuleEntry } from '@cooperage/contract'
import { metricsToken, TestWebhook, waitUntil } from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const hook = new TestWebhook()
await hook.up()
const given = await withConsole(
  ({ root }) => ({
    outboundLoopback: true,
    metrics: { scrapeToken: async () => metricsToken(root), scrapeSeconds: 5 },
  }),
  { minio: { drives: 4 } },
)
afterAll(() => hook.down())

test('a drive that is gone fires the default rule, and the message arrives', async () => {
  const user = await given.user()
  const rule = async () =>
    ((await user.get('/api/v1/alerts/rules')).json as AlertRuleEntry[]).find(({ id }) => id === 'driveOffline')
  const channel = { kind: 'webhook', name: 'ops', url: `${hook.url}/drives` }
  expect((await user.call('POST', '/api/v1/alerts/channels', { json: channel })).status).toBe(201)
  await waitUntil('a first evaluation', async () => (await rule())?.state === 'ok', { deadlineMs: 150_000 })
  expect(await rule()).toMatchObject({ threshold: 0, minutes: 2, enabled: true, severity: 'critical' })

  const [drive = ''] = given.storage.drives ?? []
  renameSync(drive, `${drive}-away`)
  writeFileSync(drive, '')
  await waitUntil('the alert', async () => (await rule())?.state === 'firing', { deadlineMs: 400_000 })
  const { alerts } = (await user.get('/api/v1/alerts')).json as { alerts: Alert[] }
  expect(alerts.filter((alert) => alert.rule === 'driveOffline').map(({ text }) => text.text)).toEqual([
    'Drives offline: 1.',
  ])
  await waitUntil('the message', () => hook.bodies('/drives').length > 0)
  expect(hook.bodies('/drives')).toContainEqual(
    expect.objectContaining({ event: 'firing', rule: 'driveOffline', severity: 'critical' }),
  )
})
