/**
 * How soon long lists show, also on a slow connection, and how smoothly the wheel scrolls them. If MinIO's own console is
 * installed, it opens the same lists of the same server in turn, in the column "direct".
 */

import { missingProgram } from '@cooperage/testkit'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { requireChromium } from '../../../scripts/chromium.ts'
import { startMinioConsole } from '../minio-console.ts'
import type { Options } from '../options.ts'
import { inTurn } from '../repeat.ts'
import { atMost, atMostOfDirect, type Row } from '../result.ts'
import { SCALE, scaled } from '../scale.ts'
import { onStage, type Stage } from '../stage.ts'
import { fill } from './objects/fill.ts'

const BUCKET = 'bench-scrolling'
const ROW_HEIGHT = 40
const OUR_ROWS = 'tbody [role=row]'
/** Rows in a second: as a wheel that is turned fast. */
const ROWS_PER_SECOND = 120
const SECONDS = 4
const FRAMES_PER_SECOND = 58
const FIRST_PAINT_MS = 300
const DELAY_MS = 100
const ROUND_TRIPS = 6
/** Of the time of MinIO's own console. */
const SHARE_OF_ROWS = 0.45
const REQUESTS = 12

/** A page with a list, by its address and what finds its rows. */
interface Listing {
  url: string
  rows: string
}

interface Opened {
  firstPaintMs: number
  rowsMs: number
  /** Requests until the rows were there. */
  requests: number
}

interface Scrolled {
  /** Those that the browser displayed: it scrolls rows that are drawn without the page. */
  displayedPerSecond: number
  /** Those for which it asked the page. */
  framesPerSecond: number
  slowFrameMs: number
  /** The share of the times that the page learned of scrolling at which rows in view weren't there yet. */
  missing: number
  /** CPU time of the main thread for each row that was scrolled past, of scripts and of everything. */
  scriptMs: number
  mainThreadMs: number
}

interface Visit {
  opened: Opened
  delayed: Opened
  scrolled: Scrolled
  elements: number
  attributes: number
}

export function measureScrolling(options: Options): Promise<Row[]> {
  return onStage(options, async (stage) => {
    const [objects, buckets] = [scaled(SCALE.scrolled, options), scaled(SCALE.buckets, options)]
    await stage.direct.createBucket(BUCKET)
    await fill(stage, BUCKET, objects, (index) => `holiday-2026-${String(index).padStart(6, '0')}.jpg`)
    for (let index = 1; index < buckets; index++) await stage.direct.createBucket(`bench-${index}`)
    const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox'] })
    const minio = missingProgram('console') === undefined ? await startMinioConsole(stage.storage.url) : undefined
    try {
      const rows: Row[] = []
      for (const [what, path, minioPath, minioRows] of [
        [`${objects} objects`, `/object-browser/${BUCKET}/`, `/browser/${BUCKET}`, '.ReactVirtualized__Table__row'],
        [`${buckets} buckets`, '/buckets', '/buckets', '.bucket-item'],
      ] as const) {
        const visit = (listing: Listing) => () => visitOnce(browser, stage, listing)
        const { ours, minios = [] } = await inTurn<Record<string, () => Promise<Visit>>>(options.repetitions, {
          ours: visit({ url: stage.console.url + path, rows: OUR_ROWS }),
          ...(minio && { minios: visit({ url: minio.url + minioPath, rows: minioRows }) }),
        })
        rows.push(...rowsOf(what, ours ?? [], minios))
      }
      return rows
    } finally {
      await minio?.stop()
      await browser.close()
    }
  })
}

function rowsOf(what: string, visits: readonly Visit[], minios: readonly Visit[]): Row[] {
  const of = (pick: (visit: Visit) => number) => visits.map(pick)
  /** Beside those of MinIO's own console, if it is installed. */
  const both = (pick: (visit: Visit) => number) => ({
    ours: of(pick),
    ...(minios.length > 0 && { direct: minios.map(pick) }),
  })
  return [
    {
      what: `${what}: first paint`,
      unit: 'ms',
      ...both(({ opened }) => opened.firstPaintMs),
      target: atMost(FIRST_PAINT_MS, 'ms'),
    },
    {
      what: '… rows',
      unit: 'ms',
      ...both(({ opened }) => opened.rowsMs),
      ...(minios.length > 0 && { target: atMostOfDirect(SHARE_OF_ROWS) }),
    },
    {
      what: '… requests until then',
      unit: '',
      ...both(({ opened }) => opened.requests),
      target: atMost(REQUESTS, ''),
    },
    {
      what: `… first paint with a delay of ${DELAY_MS} ms`,
      unit: 'ms',
      ...both(({ delayed }) => delayed.firstPaintMs),
    },
    { what: '… … rows', unit: 'ms', ...both(({ delayed }) => delayed.rowsMs) },
    {
      what: '… … rows, without the time of the same page without a delay, in round trips',
      unit: '',
      ours: of(({ opened, delayed }) => (delayed.rowsMs - opened.rowsMs) / DELAY_MS),
      target: atMost(ROUND_TRIPS, ''),
    },
    {
      what: `… scrolling ${ROWS_PER_SECOND} rows a second, frames`,
      unit: '/s',
      ...both(({ scrolled }) => scrolled.displayedPerSecond),
      target: {
        text: `≥ ${FRAMES_PER_SECOND} /s`,
        isMet: (ours) => ours >= FRAMES_PER_SECOND,
      },
    },
    { what: '… … with rows missing', unit: '%', ...both(({ scrolled }) => 100 * scrolled.missing) },
    { what: '… … frames of the page', unit: '/s', ...both(({ scrolled }) => scrolled.framesPerSecond) },
    { what: '… … slowest of twenty of these', unit: 'ms', ...both(({ scrolled }) => scrolled.slowFrameMs) },
    { what: '… … scripts, CPU time of a row', unit: 'ms', ours: of(({ scrolled }) => scrolled.scriptMs) },
    { what: '… … main thread, CPU time of a row', unit: 'ms', ours: of(({ scrolled }) => scrolled.mainThreadMs) },
    { what: '… elements of a row', unit: '', ours: of(({ elements }) => elements) },
    { what: '… attributes of a row', unit: '', ours: of(({ attributes }) => attributes) },
  ]
}

async function visitOnce(browser: Browser, stage: Stage, listing: Listing): Promise<Visit> {
  const { page, opened } = await openIn(browser, stage, listing, 0)
  const devtools = await page.context().newCDPSession(page)
  // The code of the other pages is preloaded, and the rest of the rows arrives.
  await page.waitForLoadState('networkidle')
  const [elements, attributes] = await page.evaluate<[number, number]>(`(() => {
    const row = document.querySelectorAll('${listing.rows}')[3]
    const all = [row, ...row.querySelectorAll('*')]
    return [all.length, all.reduce((sum, element) => sum + element.attributes.length, 0)]
  })()`)
  const scrolled = await scroll(browser, page, devtools, listing)
  await page.context().close()
  const { page: slow, opened: delayed } = await openIn(browser, stage, listing, DELAY_MS)
  await slow.context().close()
  return { opened, delayed, scrolled, elements, attributes }
}

/** Opens a page signed in, with an empty cache. */
async function openIn(
  browser: Browser,
  { storage }: Stage,
  { url, rows }: Listing,
  delayMs: number,
): Promise<{ page: Page; opened: Opened }> {
  const context: BrowserContext = await browser.newContext({
    baseURL: url,
    viewport: { width: 1360, height: 850 },
  })
  const { accessKey, secretKey } = storage.root
  await context.request.post('/api/v1/login', { data: { accessKey, secretKey } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: delayMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await page.addInitScript({ content: markRows(rows) })
  await page.goto(url, { waitUntil: 'commit' })
  const opened = await page.evaluate<Opened>(OPENED)
  return { page, opened }
}

/** In the page: records when the frame with the first rows has been drawn. */
const markRows = (rows: string) => `(function look() {
  if (document.querySelector('${rows}') === null) requestAnimationFrame(look)
  else requestAnimationFrame(() => performance.mark('rows'))
})()`

/** In the page: resolves once the rows are there. */
const OPENED = `new Promise((resolve) => {
  const look = () => {
    const [paint] = performance.getEntriesByName('first-paint')
    const [rows] = performance.getEntriesByName('rows')
    if (paint === undefined || rows === undefined) return requestAnimationFrame(look)
    const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < rows.startTime)
    // The document is a request too.
    resolve({ firstPaintMs: paint.startTime, rowsMs: rows.startTime, requests: before.length + 1 })
  }
  look()
})`

/** In the page: what scrolls the rows. */
const scrollerOf = (rows: string) => `(() => {
  let element = document.querySelector('${rows}')
  while (element.scrollHeight < 2 * element.clientHeight || getComputedStyle(element).overflowY === 'visible')
    element = element.parentElement
  return element
})()`

async function scroll(
  browser: Browser,
  page: Page,
  devtools: CDPSession,
  { rows: selector }: Listing,
): Promise<Scrolled> {
  // CPU time, which other load hardly affects.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const cpu = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return new Map(metrics.map(({ name, value }) => [name, value * 1000]))
  }
  const box = await page.evaluate<{ x: number; y: number }>(`${scrollerOf(selector)}.getBoundingClientRect()`)
  const before = await cpu()
  await page.evaluate(`(() => {
    const frames = (window.frames_ = [])
    const note = (now) => window.frames_ === frames && requestAnimationFrame(note, frames.push(now))
    requestAnimationFrame(note)
    const scroller = ${scrollerOf(selector)}
    const looks = (window.looks_ = [])
    // Before the page's own listener renders rows.
    document.addEventListener('scroll', () => {
      const last = [...document.querySelectorAll('${selector}')].at(-1)
      looks.push(last.getBoundingClientRect().bottom < scroller.getBoundingClientRect().bottom)
    }, { capture: true })
  })()`)
  await browser.startTracing(page, { categories: ['viz'] })
  const speed = ROWS_PER_SECOND * ROW_HEIGHT
  await devtools.send('Input.synthesizeScrollGesture', {
    x: box.x + 400,
    y: box.y + 300,
    yDistance: -speed * SECONDS,
    speed,
    gestureSourceType: 'mouse',
  })
  const displayed = displayedIn(await browser.stopTracing())
  const { frames, looks, top } = await page.evaluate<{ frames: number[]; looks: boolean[]; top: number }>(`(() => {
    const frames = window.frames_
    window.frames_ = undefined
    return { frames, looks: window.looks_, top: ${scrollerOf(selector)}.scrollTop }
  })()`)
  const after = await cpu()
  const rows = top / ROW_HEIGHT
  if (rows < 1) throw new Error('the list has not been scrolled')
  const ofRow = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / rows
  const times = frames.slice(1).map((at, index) => at - (frames[index] ?? 0))
  const slowest = times.toSorted((a, b) => b - a)
  return {
    displayedPerSecond: displayed,
    missing: looks.filter(Boolean).length / looks.length,
    framesPerSecond: (1000 * times.length) / times.reduce((sum, time) => sum + time, 0),
    slowFrameMs: slowest[Math.floor(times.length / 20)] ?? Number.NaN,
    scriptMs: ofRow('ScriptDuration'),
    mainThreadMs: ofRow('TaskDuration'),
  }
}

/** The frames a second that a trace of the browser has. */
function displayedIn(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: { name: string; ph: string; ts: number }[] }
  const times = traceEvents.filter(({ name, ph }) => name === 'Display::DrawAndSwap' && ph === 'X').map(({ ts }) => ts)
  const microseconds = Math.max(...times) - Math.min(...times)
  return (1e6 * (times.length - 1)) / microseconds
}
