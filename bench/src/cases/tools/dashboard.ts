/** The dashboard over 14 days of the console's own samples. */
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SampleStore } from '@cooperage/server/sample-store'
import { metricsToken, startConsoleProcess, tempFolder } from '@cooperage/testkit'
import { chromium } from '@playwright/test'
import { requireChromium } from '../../../../scripts/chromium.ts'
import { ConsoleClient } from '../../console-client.ts'
import type { Options } from '../../options.ts'
import { residentMib } from '../../process-cost.ts'
import { atMost, type Row } from '../../result.ts'
import { startStorage } from '../../stage.ts'

const DAY = 86_400
const DAYS = 14
const SCRAPE_SECONDS = 15
const MAX_FILE_MIB = 256
const SERIES = { api: 30, drive: 4 }
const RANGES = [['24 hours', DAY, 1440] as const, ['14 days', DAYS * DAY, 20_160] as const]

export async function measureDashboard(options: Options): Promise<Row[]> {
  const folder = tempFolder('samples')
  const storage = await startStorage(options.against)
  const dataDir = join(folder.path, 'data')
  mkdirSync(dataDir)
  const fileMib = fill(join(dataDir, 'metrics.sqlite'), options.quick ? 2 : DAYS)
  const console = await startConsoleProcess(storage.url, {
    dataDir,
    env: { COOPERAGE_METRICS_TOKEN: metricsToken(storage.root) },
  })
  try {
    const visitor = await ConsoleClient.signIn(console.url, storage.root)
    const before = residentMib(console.pid)
    const rows: Row[] = [
      { what: `samples of ${DAYS} days, file`, unit: 'MiB', ours: [fileMib], target: atMost(MAX_FILE_MIB, 'MiB') },
    ]
    for (const [what, seconds, step] of RANGES) {
      const ours: number[] = []
      for (let round = 0; round <= options.repetitions; round++) {
        const end = Math.floor(Date.now() / 1000)
        const path = `/api/v1/admin/info/widgets/60/?start=${end - seconds}&end=${end}&step=${step}`
        const { status, lastByteMs } = await visitor.get(path)
        if (status !== 200) throw new Error(`the widget returned ${status}`)
        if (round > 0) ours.push(lastByteMs)
      }
      rows.push({ what: `… rates of ${SERIES.api} operations over ${what}`, unit: 'ms', ours })
    }
    rows.push({
      what: '… memory that the console needs for them',
      unit: 'MiB',
      ours: [residentMib(console.pid) - before],
    })
    visitor.close()
    return [...rows, ...(await firstPaint(console.url, storage.root, options))]
  } finally {
    await console.stop()
    await storage.stop()
    folder.remove()
  }
}

/** From the address to the first value of a widget, with a warm cache of the browser. */
async function firstPaint(
  url: string,
  { accessKey, secretKey }: { accessKey: string; secretKey: string },
  { repetitions }: Options,
): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1360, height: 850 } })
    await page.request.post(`${url}/api/v1/login`, { data: { accessKey, secretKey } })
    const [first, all]: [number[], number[]] = [[], []]
    for (let round = 0; round <= repetitions; round++) {
      const began = performance.now()
      await page.goto(`${url}/dashboard`)
      await page.getByRole('region', { name: 'Total Online Servers' }).getByText('1', { exact: true }).waitFor()
      const firstMs = performance.now() - began
      await page.waitForLoadState('networkidle')
      if (round > 0) {
        first.push(firstMs)
        // The state ends half a second after the last response.
        all.push(performance.now() - began - 500)
      }
    }
    return [
      { what: 'dashboard, first value of a widget', unit: 'ms', ours: first },
      { what: '… all widgets of the tab', unit: 'ms', ours: all },
    ]
  } finally {
    await browser.close()
  }
}

/** Stores scrapes of a server as the console does, until now; returns the size of the file in MiB. */
function fill(file: string, days: number): number {
  const store = new SampleStore(file)
  const now = Math.floor(Date.now() / 1000)
  for (let time = now - days * DAY; time <= now; time += SCRAPE_SECONDS) store.add(time, scrape(time), 'storage:9000')
  store.close()
  return statSync(file).size / 2 ** 20
}

function scrape(time: number): string {
  const lines = [
    `minio_s3_traffic_received_bytes{server="s"} ${time * 1000}`,
    `minio_s3_traffic_sent_bytes{server="s"} ${time * 3000}`,
    `minio_node_process_resident_memory_bytes{server="s"} ${2e8 + (time % 1000) * 1e4}`,
    `minio_cluster_usage_total_bytes{server="s"} ${time * 10}`,
    'minio_cluster_nodes_online_total{server="s"} 1',
  ]
  for (let api = 0; api < SERIES.api; api++) {
    lines.push(`minio_s3_requests_total{api="api-${api}",server="s"} ${time * (api + 1)}`)
    lines.push(`minio_s3_requests_errors_total{api="api-${api}",server="s"} ${time}`)
  }
  for (let drive = 0; drive < SERIES.drive; drive++) {
    lines.push(`minio_node_drive_used_bytes{drive="/mnt/${drive}",server="s"} ${time * 5}`)
  }
  return `${lines.join('\n')}\n`
}
