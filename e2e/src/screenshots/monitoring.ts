/** Logs, traces, diagnostics, healing and the dashboard. */
import { expect, type Page } from '@playwright/test'
import { SHOWN_BUCKET } from '../sample-data.ts'
import { text } from '../text.ts'
import { button, type Consoles, type Scene } from './scene.ts'

/** Has the storage server send its audit log, and waits until there are some entries. */
async function showsAuditLog(page: Page): Promise<void> {
  const call = (path: string) => new URL(path, page.url()).href
  await page.request.post(call('/api/v1/logs/setup'), { data: { url: new URL(page.url()).origin } })
  await expect(async () => {
    await page.request.get(call('/api/v1/buckets'))
    await button(page, text('logSearch:getInformation')).click()
    await page.getByRole('grid').getByRole('row').nth(8).waitFor({ timeout: 500 })
  }).toPass()
}

interface SampledWidget {
  title: string
  type: string
  targets: { legendFormat: string; result: unknown[] }[]
}

/** A new console has no samples of the last minutes. */
async function showsSparklines(page: Page): Promise<void> {
  await page.route('**/info/widgets/*', async (route) => {
    const response = await route.fetch()
    const widget: SampledWidget = await response.json()
    const query = new URL(route.request().url()).searchParams
    const [start, step] = [Number(query.get('start')), Number(query.get('step'))]
    const isGraph = widget.type === 'graph'
    const scale = /Byte|Data|Traffic|IO|Memory|Capacity/i.test(widget.title) ? 5e6 : 20
    const names = isGraph && widget.title.startsWith('S3 API Re') ? ['GetObject', 'ListObjectsV2', 'PutObject'] : ['']
    const results = names.map((api, row) => ({
      metric: { server: 'minio-1:9000', drive: '/data/1', ...(api !== '' && { api }) },
      values: Array.from({ length: 60 }, (_, at): [number, string] => [
        start + at * step,
        String(scale * (2 + row + Math.sin(at / (4 + row)) + Math.sin(at * 1.7) / 3)),
      ]),
    }))
    const targets = isGraph
      ? widget.targets.slice(0, 2).map((target) => ({ ...target, result: results }))
      : widget.targets
    await route.fulfill({ response, json: { ...widget, targets } })
  })
  await page.reload()
  await page.locator('.recharts-surface').first().waitFor()
}

/** The storage of the pictures has one drive, which can't be healed. */
async function healsInPicture(page: Page): Promise<void> {
  await page.route('**/api/v1/session', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), features: ['heal'] } })
  })
  const drive = { endpoint: 'node2:9000', pool: 0, set: 0, objectsTotal: 84_000, bytesTotal: 9e11 }
  const settled = { itemsFailed: 0, itemsSkipped: 0, bytesDone: 4.4e11, bytesSettled: 4.4e11, bucketsLeft: 2 }
  const rebuilt = { startedAt: '2026-11-24T08:00:00Z', updatedAt: '2026-11-24T08:12:44Z', isFinished: false }
  const json = {
    itemsScanned: 128_411,
    waiting: null,
    offlineNodes: [],
    drives: [{ ...drive, ...rebuilt, ...settled, path: '/mnt/drive3', itemsHealed: 41_204, currentBucket: 'studio' }],
    failedDrives: [{ endpoint: 'node3:9000', path: '/mnt/drive1', state: 'offline' }],
  }
  await page.route('**/api/v1/admin/heal', (route) => route.fulfill({ json }))
  const health = (color: string, online: number) => ({ color, online, offline: 0, missing: 4 - online, corrupted: 0 })
  const item = { status: 'success', detail: '', type: 'object', after: health('Green', 4), size: 2_411_724 }
  const progress = {
    ...{ clientToken: 't', summary: 'running', isPartial: false, healDuration: 94, bytesScanned: 61_203_283_968 },
    ...{ objectsScanned: 2_310, objectsHealed: 412, itemsScanned: 2_311, itemsHealed: 413, itemsFailed: 1 },
    healthBeforeCols: { Green: 1_897, Yellow: 380, Red: 33, Grey: 1 },
    healthAfterCols: { Green: 2_310, Yellow: 0, Red: 0, Grey: 1 },
    itemsHealthStatus: [
      { ...item, name: 'studio/2026/harbour.tif', before: health('Yellow', 3) },
      { ...item, name: 'studio/2026/market.tif', before: health('Red', 2) },
      {
        ...item,
        ...{ status: 'failure', name: 'studio/2026/lost.tif', detail: 'Object not found: studio/2026/lost.tif' },
        ...{ before: health('Grey', 0), after: health('Grey', 0) },
      },
    ],
  }
  await page.routeWebSocket(/\/ws\/heal\//, (socket) => socket.send(JSON.stringify(progress)))
  await page.reload()
  await page.getByRole('combobox', { name: 'Bucket' }).selectOption(SHOWN_BUCKET)
  await button(page, 'Start').click()
  await page.getByText('market.tif').waitFor()
}

export const MONITORING_SCENES: readonly Scene[] = [
  {
    name: 'logs',
    path: '/logs',
    act: async (page) => {
      const id = '/api/v1/configs/audit_webhook:archive'
      await page.request.put(new URL(id, page.url()).href, {
        data: { key_values: [{ key: 'endpoint', value: 'http://127.0.0.1:1/audit' }] },
      })
      await page.getByText('audit_webhook:archive').first().waitFor()
    },
  },
  {
    name: 'log-search',
    path: '/logs?tab=search',
    act: showsAuditLog,
  },
  {
    name: 'log-search-details',
    path: '/logs?tab=search',
    act: async (page) => {
      await showsAuditLog(page)
      await page.getByRole('grid').getByRole('row').nth(1).click()
      await page.getByText(text('logSearch:details.requestHeaders')).click()
    },
  },
  {
    name: 'log-search-empty',
    path: '/logs?tab=search',
    act: async (page) => {
      await page.getByLabel(text('logSearch:fields.bucket'), { exact: true }).fill('no-such-bucket')
      await page.keyboard.press('Enter')
      await page.getByText(text('logSearch:empty')).waitFor()
    },
  },
  {
    name: 'log-search-setup',
    path: '/logs?tab=search',
    act: async (page) => {
      await button(page, text('logSearch:setUp.open')).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'watch',
    path: '/watch',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Bucket' }).selectOption('invoices')
      await button(page, 'Start').click()
      const object = '/api/v1/buckets/invoices/objects/upload?prefix=2026/invoice-0117.pdf'
      await expect(async () => {
        const file = { name: 'invoice-0117.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') }
        await page.request.post(new URL(object, page.url()).href, { multipart: { '4': file } })
        await page.getByText('s3:ObjectCreated:Put').first().waitFor({ timeout: 1_000 })
      }).toPass()
    },
  },
  {
    name: 'trace',
    path: '/trace',
    act: async (page) => {
      await button(page, 'Start').click()
      const other = await page.context().newPage()
      await expect(async () => {
        await other.goto(new URL('/buckets', page.url()).href)
        await page.getByText('s3.ListBuckets').first().waitFor({ timeout: 1_000 })
      }).toPass()
      await other.close()
      await button(page, 'Stop').click()
    },
  },
  { name: 'diagnostic', path: '/health-info' },
  {
    name: 'diagnostic-report',
    path: '/health-info',
    act: async (page) => {
      await button(page, text('diagnostics:start')).click()
      await page.getByRole('switch').click()
      await page.getByText(text('diagnostics:parts.sys_meminfo')).click()
      await page.getByText('"total"').waitFor()
    },
  },
  {
    name: 'diagnostic-progress',
    path: '/health-info',
    act: async (page) => {
      const parts = ['minio.info', 'minio.config', 'sys.cpus', 'sys.partitions'].map((name) => ({ name, bytes: 4_120 }))
      const message = { timestamp: '2026-11-24T08:00:00Z', parts, expected: 12, isComplete: false, report: {} }
      await page.routeWebSocket(/\/ws\/health-info/, (socket) => socket.send(JSON.stringify(message)))
      await button(page, text('diagnostics:start')).click()
      await page.getByText(text('diagnostics:parts.sys_cpus')).waitFor()
    },
  },
  { name: 'heal', path: '/heal', act: healsInPicture },
  { name: 'heal-not-offered', path: '/heal' },
  { name: 'dashboard', path: '/dashboard' },
  ...['summary', 'traffic', 'resources'].map((tab) => ({
    name: `dashboard-${tab}`,
    at: ({ metrics }: Consoles) => metrics.url,
    path: `/dashboard?tab=${tab}`,
    act: (page: Page) => showsSparklines(page),
  })),
  {
    name: 'dashboard-widget',
    at: ({ metrics }) => metrics.url,
    path: '/dashboard?tab=traffic',
    act: async (page) => {
      await showsSparklines(page)
      await button(page, 'Open S3 API Request Rate').click({ force: true })
      await page.getByRole('dialog').getByRole('table').waitFor()
    },
  },
  {
    name: 'dashboard-failed',
    at: ({ metrics }) => metrics.url,
    path: '/dashboard',
    act: async (page) => {
      const body = {
        code: 'MetricsUnavailable',
        message: 'Prometheus can’t be reached.',
        detailedMessage: '',
        requestId: '',
      }
      await page.route('**/info/widgets/*', (route) => route.fulfill({ status: 503, json: body }))
      await page.reload()
      await page.getByRole('alert').first().waitFor()
    },
  },
]
