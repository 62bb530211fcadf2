/** The widgets of the dashboard from the console's own samples (spec core-console 7 and 8), on the engine and on MinIO. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { permissionError, type ServerInfo, WIDGETS, type Widget } from '@cooperage/contract'
import { accountsOf, allow, metricsToken, startTarget, waitUntil } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { consoleAt, startConsole, withConsole } from '../running-console.ts'
import { visitor } from '../visitor.ts'

const given = await withConsole(({ root }) => ({
  metrics: { scrapeToken: async () => metricsToken(root), scrapeSeconds: 1 },
}))
const widgetPath = (id: number, query = '') => `/api/v1/admin/info/widgets/${id}/${query}`

async function widgetOf(user: ReturnType<typeof visitor>, id: number, query = ''): Promise<Widget> {
  const { status, json, text } = await user.get(widgetPath(id, query))
  expect([status, text]).toEqual([200, expect.anything()])
  return json as Widget
}

/** The latest value of each series of the first query. */
const latest = ({ targets }: Widget) => (targets[0]?.result ?? []).map(({ values }) => Number(values.at(-1)?.[1]))

test('the info call lists the 28 widgets with id, title, type and layoutIdentifier', async () => {
  const { widgets, metrics } = (await (await given.user()).get('/api/v1/admin/info?step=15')).json as ServerInfo
  expect(widgets).toHaveLength(28)
  expect(widgets[0]).toEqual({
    id: 1,
    title: 'Uptime',
    type: 'stat',
    layoutIdentifier: 'panel-0',
    options: { reduceOptions: { calcs: ['last'] } },
  })
  expect(metrics).toMatchObject({ source: 'console', isDenied: false })
})

test('with a start, the info call has the values of the widgets that the dashboard shows first', async () => {
  const user = await given.user()
  const now = Math.floor(Date.now() / 1000)
  const query = `?start=${now - 900}&end=${now}&step=15`
  const first = WIDGETS.filter(({ tab }) => tab === 'summary').map(({ id }) => id)
  const withValues = (widgets: ServerInfo['widgets']) => widgets.filter(({ targets }) => targets).map(({ id }) => id)
  // On a busy machine, the call leaves out what takes long.
  const { widgets } = await waitUntil('values', async () => {
    const info = (await user.get(`/api/v1/admin/info${query}`)).json as ServerInfo
    return withValues(info.widgets).length >= first.length ? info : undefined
  })
  expect(withValues(widgets)).toEqual(first)
  const { targets } = await widgetOf(user, 53, query)
  expect(widgets.find(({ id }) => id === 53)?.targets).toEqual(targets)
  expect((await user.get(`/api/v1/admin/info?start=${now}&end=${now - 900}`)).outcome).toBe('400 InvalidInput')
})

test('every widget has values from the console’s samples, and counts of known traffic agree with the server', async () => {
  const { user, objects } = await given.userWithBucket()
  const upload = async (fileName: string, content: Buffer) => {
    const form = [{ name: String(content.length), fileName, content }]
    expect((await user.call('POST', `${objects}/upload?prefix=`, { form })).status).toBeLessThan(300)
  }
  const puts = async () => {
    const { targets } = await widgetOf(user, 60)
    return targets[0]?.result.find(({ metric }) => /^putobject$/i.test(metric.api ?? ''))
  }
  // A counter has a rate from its second sample on, if a scrape failed before its first one.
  await upload('first', Buffer.alloc(1))
  await waitUntil('a sample of uploads', puts)
  const received = async () => latest(await widgetOf(user, 65))[0]
  const before = await waitUntil('samples', received)
  const content = Buffer.alloc(1_000_000, 1)
  for (let file = 0; file < 10; file++) await upload(`f${file}`, content)
  const grown = await waitUntil('the uploads', async () => {
    const more = ((await received()) ?? 0) - before
    return more >= 10 * content.length ? more : undefined
  })
  expect(grown / (10 * content.length)).toBeLessThan(1.02)

  const rates = await waitUntil('a rate', puts)
  expect(Number(rates.values.at(-1)?.[1])).toBeGreaterThan(0)

  for (const { id, title } of WIDGETS) {
    const widget = (await user.get(`/api/v1/admin/info/widgets/${id}/?step=15`)).json as Widget
    expect(widget).toMatchObject({ id, title, source: 'console' })
    for (const { result } of widget.targets) {
      for (const { values } of result) expect(values.at(-1)).toEqual([expect.any(Number), expect.any(String)])
    }
  }
  const [online] = latest(await widgetOf(user, 53))
  expect(online).toBe(1)
  const { metrics } = (await user.get('/api/v1/admin/info')).json as ServerInfo
  expect(metrics).toEqual({ source: 'console', isDenied: false, problem: '', since: expect.stringContaining('T') })
})

test('without a step it is the range in minutes, and without a range the last 15 minutes in steps of 15 seconds', async () => {
  const user = await given.user()
  const now = Math.floor(Date.now() / 1000)
  await waitUntil('samples', async () => latest(await widgetOf(user, 53))[0])
  const steps = async (query: string) => {
    const values = (await widgetOf(user, 53, query)).targets[0]?.result[0]?.values ?? []
    return values.map(([time]) => time)
  }
  const quarter = await steps('')
  for (const [index, time] of quarter.entries()) if (index > 0) expect(time - (quarter[index - 1] ?? 0)).toBe(15)
  const hours = await steps(`?start=${now - 7200}&end=${now + 60}`)
  for (const time of hours) expect((time - (now - 7200)) % 121).toBe(0)
})

test('refuses a range that is backwards or too fine, and an unknown widget', async () => {
  const user = await given.user()
  for (const query of ['?start=100&end=50', '?start=0&end=900000&step=1', '?start=0&end=100&step=0', '?start=x']) {
    expect((await user.get(widgetPath(1, query))).json).toMatchObject({ code: 'InvalidInput' })
  }
  expect((await user.get('/api/v1/admin/info/widgets/9999')).json).toMatchObject({
    code: 'NoSuchWidget',
    message: 'Widget not found',
  })
})

test('widgets need admin:Prometheus, by the current policy of the visitor', async () => {
  const reader = given.stranger()
  await reader.signIn(await accountsOf(given.storage).allowed(allow(['admin:ServerInfo'])))
  const info = (await reader.get('/api/v1/admin/info')).json as ServerInfo
  expect([info.widgets, info.metrics.isDenied]).toEqual([[], true])
  const denied = await reader.get(widgetPath(1))
  expect([denied.status, denied.json]).toMatchObject([403, { message: permissionError('admin:Prometheus') }])

  const scraper = given.stranger()
  await scraper.signIn(await accountsOf(given.storage).allowed(allow(['admin:ServerInfo', 'admin:Prometheus'])))
  expect((await scraper.get(widgetPath(1))).status).toBe(200)
})

test('without a source there are no widgets', async () => {
  const plain = await consoleAt(given.storage.url)
  const user = visitor(plain.url)
  await user.signIn(given.storage.root)
  const info = (await user.get('/api/v1/admin/info')).json as ServerInfo
  expect([info.widgets, info.metrics.source]).toEqual([[], 'none'])
  expect((await user.get(widgetPath(1))).json).toMatchObject({ code: 'MetricsUnavailable' })
})

test('a refused token, a damaged file and a storage server that stops are reported while sign-in and the page work', async () => {
  const storage = await startTarget()
  const own = await consoleAt(given.storage.url)
  writeFileSync(join(own.dataDir, 'metrics.sqlite'), 'no database'.repeat(500))
  let token = 'wrong'
  const server = await consoleAt(storage.url, {
    dataDir: own.dataDir,
    metrics: { scrapeToken: async () => token, scrapeSeconds: 1 },
  })
  const user = visitor(server.url)
  expect((await user.signIn(storage.root)).status).toBe(201)
  const problem = async () => ((await user.get('/api/v1/admin/info')).json as ServerInfo).metrics.problem
  await expect.poll(problem).toContain('refuses the token')
  expect(await problem()).toContain('metrics.sqlite.damaged')
  expect(readFileSync(join(own.dataDir, 'metrics.sqlite.damaged'), 'utf8')).toContain('no database')
  token = metricsToken(storage.root)
  await expect.poll(problem).not.toContain('refuses the token')
  await waitUntil('samples', async () => latest(await widgetOf(user, 53))[0])
  await storage.stop()
  // Samples stay readable for users with permission, which only the storage server can check.
  await expect.poll(async () => (await user.get(widgetPath(53))).json).toMatchObject({ code: 'StorageUnreachable' })
})

test('samples survive a restart of the console', async () => {
  const user = await given.user()
  await waitUntil('samples', async () => latest(await widgetOf(user, 53))[0])
  const first = await consoleAt(given.storage.url)
  const settings = {
    dataDir: first.dataDir,
    metrics: { scrapeToken: async () => metricsToken(given.storage.root), scrapeSeconds: 1 },
  }
  const since = async (url: string) => {
    const one = visitor(url)
    await one.signIn(given.storage.root)
    return await waitUntil('samples', async () => {
      return ((await one.get('/api/v1/admin/info')).json as ServerInfo).metrics.since || undefined
    })
  }
  const before = await startConsole(given.storage.url, settings)
  const began = await since(before.url)
  await before.stop()
  const after = await consoleAt(given.storage.url, settings)
  expect(await since(after.url)).toBe(began)
})
