/** How long the page is busy at a time with the map and the list of 1,024 drives on 32 nodes, which are made up. */
import { syntheticCluster } from '@cooperage/testkit'
import { type Browser, chromium, type Page } from '@playwright/test'
import { requireChromium } from '../../../scripts/chromium.ts'
import type { Options } from '../options.ts'
import { inTurn } from '../repeat.ts'
import { atMost, type Row } from '../result.ts'
import { onStage, type Stage } from '../stage.ts'

const NODES = 32
const DRIVES_OF_NODE = 32
/** Longer tasks are felt as a pause. */
const LONGEST_TASK_MS = 50
const STEPS = ['map drawn', 'grouped by node', 'refreshed, all drives changed', 'list drawn', 'list filtered'] as const

type Visit = Record<(typeof STEPS)[number], number>

export function measureDrives(options: Options): Promise<Row[]> {
  return onStage(options, async (stage) => {
    const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox'] })
    try {
      const { visits } = await inTurn(options.repetitions, { visits: () => visitOnce(browser, stage) })
      return STEPS.map((step) => ({
        what: `${NODES * DRIVES_OF_NODE} drives: ${step}, longest task (CPU time)`,
        unit: 'ms',
        ours: visits.map((visit) => visit[step]),
        target: atMost(LONGEST_TASK_MS, 'ms'),
      }))
    } finally {
      await browser.close()
    }
  })
}

async function visitOnce(browser: Browser, { console, storage }: Stage): Promise<Visit> {
  const context = await browser.newContext({ baseURL: console.url, viewport: { width: 1360, height: 900 } })
  try {
    const page = await context.newPage()
    let used = 4e12
    await page.route('**/api/v1/session', async (route) => {
      const response = await route.fetch()
      const session = (await response.json()) as { features?: string[] }
      await route.fulfill({ response, json: { ...session, features: [...(session.features ?? []), 'heal'] } })
    })
    await page.route('**/api/v1/admin/pools/drives', (route) =>
      route.fulfill({ json: syntheticCluster(NODES, DRIVES_OF_NODE, used) }),
    )
    await page.goto('/heal')
    await page.locator('input[type=password]').fill(storage.root.secretKey)
    await page.locator('input').first().fill(storage.root.accessKey)
    await page.locator('input[type=password]').press('Enter')
    await page.getByRole('navigation').getByRole('link', { name: 'Pools' }).waitFor()
    await page.waitForLoadState('networkidle')
    const step = (act: () => Promise<void>) => longestTask(browser, page, act)
    return {
      'map drawn': await step(async () => {
        await page.getByRole('navigation').getByRole('link', { name: 'Pools' }).click()
        await page.getByRole('img', { name: /^Drives of Pool 2/ }).waitFor()
      }),
      'grouped by node': await step(async () => {
        await page.getByRole('combobox', { name: 'Group drives by' }).selectOption('node')
        await page.getByText('node17.example.net:9000').first().waitFor({ state: 'attached' })
      }),
      'refreshed, all drives changed': await step(async () => {
        used = 6e12
        const loaded = page.waitForResponse(/pools\/drives$/)
        await page.getByRole('button', { name: 'Refresh' }).click()
        await loaded
      }),
      'list drawn': await step(async () => {
        await page.getByRole('link', { name: 'Drives', exact: true }).click()
        await page.getByText('/mnt/drive1', { exact: true }).first().waitFor()
      }),
      'list filtered': await step(async () => {
        await page.getByRole('combobox', { name: 'State' }).selectOption('slow')
        await page.getByText('/mnt/drive5', { exact: true }).first().waitFor()
      }),
    }
  } finally {
    await context.close()
  }
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Microseconds of CPU time of the thread, which other processes don't add to. */
  tdur?: number
  args?: { name?: string }
}

/** The most CPU time of a task of the page's main thread during an action and what it leads to. */
async function longestTask(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] })
  await act()
  await page.evaluate('new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 300)))')
  const trace = (await browser.stopTracing()).toString()
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] }
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const mains = new Set(
    traceEvents.flatMap((event) =>
      event.name === 'thread_name' && event.args?.name === 'CrRendererMain' ? [thread(event)] : [],
    ),
  )
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && mains.has(thread(event)))
  if (tasks.length === 0) throw new Error('The trace has no tasks')
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
}
