/** Alerts of consoles that share a database. */
import type { Alert, AlertRuleEntry } from '@cooperage/contract'
import { metricsToken, missingProgram, startPostgres, startTarget, TestWebhook, waitUntil } from '@cooperage/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startConsole } from '../running-console.ts'
import { signedIn, type Visitor } from '../visitor.ts'

const missing = missingProgram('postgres')
if (missing !== undefined) console.warn(`!!!!  SKIPPED: alerts of several replicas. ${missing}`)
describe.skipIf(missing !== undefined)('replicas', () => {
  test('one of them evaluates and sends, and another continues once it has stopped', async () => {
    const [storage, postgres, hook] = await Promise.all([startTarget(), startPostgres(), new TestWebhook().up()])
    const replica = () =>
      startConsole(storage.url, {
        auditStore: postgres.url,
        outboundLoopback: true,
        metrics: { scrapeToken: async () => metricsToken(storage.root), scrapeSeconds: 1 },
        ...(storage.consoleToken && { consoleToken: storage.consoleToken }),
      })
    const [first, second] = await Promise.all([replica(), replica()])
    onTestFinished(async () => {
      await second.stop()
      await Promise.all([storage.stop(), postgres.stop(), hook.down()])
    })
    const here = await signedIn(first.url, storage.root)
    const there = here.twin(second.url)
    const set = async (user: Visitor, id: string, threshold: number) => {
      const json = { threshold, minutes: 0, enabled: true }
      expect((await user.call('PUT', `/api/v1/alerts/rules/${id}`, { json })).status).toBe(204)
    }
    const firing = async (user: Visitor) => ((await user.get('/api/v1/alerts')).json as { alerts: Alert[] }).alerts
    const events = () => hook.bodies('/alerts').map(({ event, rule }) => `${rule} ${event}`)
    const states = async (user: Visitor) =>
      ((await user.get('/api/v1/alerts/rules')).json as AlertRuleEntry[]).map(({ id, state }) => `${id} ${state}`)

    // The token of the tests is valid for a short time.
    await set(here, 'expiry', 0)
    const json = { name: 'ops', kind: 'webhook', url: `${hook.url}/alerts` }
    expect((await here.call('POST', '/api/v1/alerts/channels', { json })).status).toBe(201)
    await waitUntil('the alert', async () => {
      await set(here, 'capacity', 0)
      return (await firing(here)).length > 0
    })
    expect([await firing(there), await states(there)]).toEqual([await firing(here), await states(here)])
    await set(there, 'capacity', 100)
    expect(await firing(there), 'it isn’t the turn of this one').toMatchObject([{ rule: 'capacity' }])
    await first.stop()
    await set(there, 'capacity', 100)
    expect(await firing(there)).toEqual([])
    await waitUntil('both messages', () => events().length > 1)
    expect(events()).toEqual(['capacity firing', 'capacity resolved'])
  })
})
