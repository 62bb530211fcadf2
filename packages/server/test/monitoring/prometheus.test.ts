import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingPrometheus, type PrometheusServer, startPrometheusFor, waitUntil } from '@cooperage/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { withConsole } from '../running-console.ts'
import { visitor } from '../visitor.ts'
import { namesOf } from './metrics.ts'

const FOLDER = join(import.meta.dirname, '../../../../deploy/monitoring')
const TOKEN = 'a-token-of-prometheus'

const missing = missingPrometheus()
if (missing !== undefined) {
  if (process.env.CI === 'true') throw new Error(missing)
  console.error(`!!!!  SKIPPED: ${missing}`)
}
const testWithPrometheus = test.skipIf(missing !== undefined)

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[]
}

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}

const rulesText = readFileSync(join(FOLDER, 'rules.yaml'), 'utf8')
const rules = (parse(rulesText) as Rules).groups.flatMap((group) => group.rules)
const dashboard: Dashboard = JSON.parse(readFileSync(join(FOLDER, 'dashboard.json'), 'utf8'))

const given = await withConsole({ consoleMetricsToken: TOKEN })
let prometheus: PrometheusServer | undefined
beforeAll(async () => {
  if (missing !== undefined) return
  const scraped = { job: 'cooperage', path: '/metrics-console', token: TOKEN, url: given.server.url }
  prometheus = await startPrometheusFor(scraped, rulesText)
}, 60_000)
afterAll(async () => {
  await prometheus?.stop()
})

async function api<Result>(path: string): Promise<Result> {
  const response = await fetch(`${prometheus?.url}/api/v1/${path}`)
  const { status, data, error } = (await response.json()) as { status: string; data: Result; error?: string }
  if (status !== 'success') throw new Error(`${path}: ${error}`)
  return data
}

const query = (expression: string) => api<{ result: unknown[] }>(`query?query=${encodeURIComponent(expression)}`)

/** With what Grafana puts in place of its variables. */
function filledIn(expression: string): string {
  return expression.replaceAll('$job', 'cooperage').replaceAll('$instance', '.*').replaceAll('$__rate_interval', '30s')
}

async function use(): Promise<void> {
  const { user, objects } = await given.userWithBucket()
  await user.call('POST', `${objects}/upload`, { form: [{ name: '4', fileName: 'a', content: 'body' }] })
  await user.get(`${objects}/download?prefix=a&version_id=`)
  const spec = { kind: 'delete', bucket: objects.split('/')[4], paths: [{ path: 'a' }] }
  expect((await user.call('POST', '/api/v1/jobs', { json: spec })).status).toBe(201)
}

test('every metric that the dashboard and the rules name exists', async () => {
  await use()
  const { text } = await visitor(given.server.url).call('GET', '/metrics-console', {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  const named = new Set(
    expressions.flatMap((expression) => expression.match(/\b(cooperage|nodejs|process)_\w+/g) ?? []),
  )
  expect(named.size).toBeGreaterThan(15)
  const names = namesOf(text)
  expect([...named].filter((name) => !names.has(name))).toEqual([])
})

testWithPrometheus('Prometheus loads the rules, and none of them has anything to report', async () => {
  await waitUntil('the rules are evaluated', async () => {
    const { groups } = await api<{ groups: { rules: { name: string; health: string }[] }[] }>('rules')
    const health = groups.flatMap((group) => group.rules.map((rule) => `${rule.name} ${rule.health}`))
    return health.length === rules.length && health.every((line) => line.endsWith(' ok'))
  })
  expect((await api<{ alerts: unknown[] }>('alerts')).alerts).toEqual([])
})

testWithPrometheus(
  'every panel of the dashboard shows something once the console is used',
  async () => {
    const empty = new Set(dashboard.panels.map(({ title }) => title))
    await waitUntil(
      'every panel has a value',
      async () => {
        await use()
        for (const { title, targets } of dashboard.panels) {
          if (!empty.has(title)) continue
          const results = await Promise.all(targets.map(({ expr }) => query(filledIn(expr))))
          if (results.every(({ result }) => result.length > 0)) empty.delete(title)
        }
        return empty.size === 0
      },
      { deadlineMs: 30_000, everyMs: 500 },
    )
  },
  40_000,
)

testWithPrometheus(
  'reports a storage server that does not respond',
  async () => {
    await given.storage.stop()
    await waitUntil(
      'the alert is pending',
      async () => {
        const { alerts } = await api<{ alerts: { labels: { alertname: string } }[] }>('alerts')
        return alerts.some(({ labels }) => labels.alertname === 'CooperageStorageUnreachable')
      },
      { deadlineMs: 30_000 },
    )
  },
  40_000,
)
