/** A folder of a million objects in a browser: time to the first rows, scrolling, and memory. */

import { type CDPSession, chromium, type Page } from '@playwright/test'
import { requireChromium } from '../../../../scripts/chromium.ts'
import type { Options } from '../../options.ts'
import { peakMib, resetPeak } from '../../process-cost.ts'
import { atMost, type Row } from '../../result.ts'
import { FIRST_PAGE_ROWS, PAGE_ROWS, SCALE, scaled } from '../../scale.ts'
import { onStage, type Stage } from '../../stage.ts'
import { fill } from './fill.ts'
import { NOTE_LONG_TASKS, openedMs, scrolled } from './in-page.ts'

const BUCKET = 'bench-million'
const FIRST_ROWS_MS = 300
const LONG_TASK_MS = 50
const BLANK_MS = 100
const TAB_MIB = 250
const SERVER_MIB = 150
const SCROLL_MS = 10_000
/** For reading all rows; a busy machine may need this long. */
const DRAIN_DEADLINE_MS = 30 * 60_000

const keyOf = (index: number) => `holiday-2026-${String(index).padStart(7, '0')}.jpg`

interface Scrolling {
  frames: number[]
  blankMs: number
}

/** The storage server's own time for the first rows of the page, and for all. */
interface DirectDrain {
  firstPageMs: number
  drainMs: number
}

interface Visit {
  firstRowsMs: number
  drainMs: number
  tabMib: number
  scrolling: Record<'whileRead' | 'whenRead' | 'leaping', Scrolling & { longTasks: number[] }>
}

export function measureMillionRows(options: Options): Promise<Row[]> {
  return onStage(options, async (stage) => {
    const keys = options.against === 'minio' ? scaled(options.minioKeys, options) : scaled(SCALE.manyKeys, options)
    await stage.direct.createBucket(BUCKET)
    await fill(stage, BUCKET, keys, keyOf)
    const direct = await drainDirect(stage, keys)
    const { pid } = stage.console
    resetPeak(pid)
    const visit = await visitOnce(stage, keys)
    return rowsOf(keys, visit, direct, peakMib(pid))
  })
}

function rowsOf(
  keys: number,
  { firstRowsMs, drainMs, tabMib, scrolling }: Visit,
  direct: DirectDrain,
  peak: number,
): Row[] {
  const rows: Row[] = [
    {
      what: `browser, ${keys} objects: from the click to the first rows`,
      unit: 'ms',
      ours: [firstRowsMs],
      direct: [direct.firstPageMs],
      target: atMost(FIRST_ROWS_MS, 'ms'),
    },
    {
      what: '… all of them read, while it is scrolled',
      unit: 's',
      ours: [drainMs / 1000],
      direct: [direct.drainMs / 1000],
    },
    { what: '… heap of the tab then', unit: 'MiB', ours: [tabMib], target: atMost(TAB_MIB, 'MiB') },
    { what: '… console memory at most', unit: 'MiB', ours: [peak], target: atMost(SERVER_MIB, 'MiB') },
  ]
  const names = { whileRead: 'scrolling while they are read', whenRead: 'scrolling afterwards', leaping: 'leaping' }
  for (const [how, { frames, blankMs, longTasks }] of Object.entries(scrolling)) {
    const sorted = frames.toSorted((a, b) => a - b)
    rows.push(
      {
        what: `… ${names[how as keyof typeof names]}: longest task`,
        unit: 'ms',
        ours: [Math.max(0, ...longTasks)],
        target: atMost(LONG_TASK_MS, 'ms'),
      },
      { what: '… … longest time without a row', unit: 'ms', ours: [blankMs], target: atMost(BLANK_MS, 'ms') },
      { what: '… … time of a frame', unit: 'ms', ours: [sorted[Math.floor(sorted.length / 2)] ?? 0] },
      { what: '… … of the slowest in a hundred', unit: 'ms', ours: [sorted[Math.floor(sorted.length * 0.99)] ?? 0] },
    )
  }
  return rows
}

async function visitOnce({ console, storage }: Stage, keys: number): Promise<Visit> {
  const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox'] })
  try {
    const context = await browser.newContext({ baseURL: console.url, viewport: { width: 1360, height: 850 } })
    const { accessKey, secretKey } = storage.root
    await context.request.post('/api/v1/login', { data: { accessKey, secretKey } })
    const page = await context.newPage()
    page.setDefaultTimeout(DRAIN_DEADLINE_MS)
    const devtools = await context.newCDPSession(page)
    await page.addInitScript({ content: NOTE_LONG_TASKS })
    await page.goto('/object-browser')
    await page.getByRole('link', { name: BUCKET }).waitFor()
    // The code of the next page is preloaded when idle.
    await page.waitForLoadState('networkidle')
    const startedAt = performance.now()
    const firstRowsMs = Number(await page.evaluate(openedMs(BUCKET, keyOf(0))))
    const whole = page.getByText(`${keys.toLocaleString('en-US')} objects`, { exact: true })
    const [drainMs, whileRead] = await Promise.all([
      whole.waitFor().then(() => performance.now() - startedAt),
      scrollIn(page, false),
    ])
    const tabMib = await heapMib(devtools)
    const whenRead = await scrollIn(page, false)
    const leaping = await scrollIn(page, true)
    return { firstRowsMs, drainMs, tabMib, scrolling: { whileRead, whenRead, leaping } }
  } finally {
    await browser.close()
  }
}

async function scrollIn(page: Page, isLeaping: boolean): Promise<Scrolling & { longTasks: number[] }> {
  await page.evaluate('window.longTasks.length = 0')
  const scrolling: Scrolling = await page.evaluate(scrolled(SCROLL_MS, isLeaping))
  const longTasks: number[] = await page.evaluate('window.longTasks')
  return { ...scrolling, longTasks }
}

/** The heap of the page after garbage collection. */
async function heapMib(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}

async function drainDirect({ direct }: Stage, keys: number): Promise<DirectDrain> {
  const startedAt = performance.now()
  let firstPageMs = 0
  let found = 0
  let token = ''
  for (;;) {
    const { response, next } = await direct.listPage(BUCKET, {
      token,
      rows: token === '' ? FIRST_PAGE_ROWS : PAGE_ROWS,
    })
    firstPageMs ||= performance.now() - startedAt
    found += response.body.toString('latin1').split('<Key>').length - 1
    if (next === undefined) break
    token = next
  }
  if (found !== keys) throw new Error(`the storage lists ${found} of ${keys} objects`)
  return { firstPageMs, drainMs: performance.now() - startedAt }
}
