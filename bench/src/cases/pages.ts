/** What a browser loads, and how soon the user sees something. */

import { metricsToken } from '@cooperage/testkit'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { requireChromium } from '../../../scripts/chromium.ts'
import type { Options } from '../options.ts'
import { inTurn } from '../repeat.ts'
import { atMost, type Row } from '../result.ts'
import { onStage, type Stage } from '../stage.ts'

/** Interactive from a warm cache. */
const FORM_MS = 300
const LOGIN_JAVASCRIPT_KB = 185
const BUCKETS_JAVASCRIPT_KB = 240
const CSS_KB = 30
const SWITCH_MS = 200

/** In the page: records when the frame with the form has been drawn. */
const MARK_FORM = `(function look() {
  if (document.querySelector('input[type=password]') === null) requestAnimationFrame(look)
  else requestAnimationFrame(() => performance.mark('form'))
})()`

/** In the page. */
const CHOOSE_GERMAN = `(async () => {
  const menu = [...document.querySelectorAll('select')].find(({ options }) => [...options].some(({ value }) => value === 'de'))
  const startedAt = performance.now()
  menu.value = 'de'
  menu.dispatchEvent(new Event('change', { bubbles: true }))
  const drawn = () => new Promise(requestAnimationFrame)
  while (document.documentElement.lang !== 'de') await drawn()
  await drawn()
  return performance.now() - startedAt
})()`

/** Bytes on the wire, including response headers, by type of resource. */
interface Loaded {
  script: number
  style: number
  all: number
  requests: number
}

interface Visit {
  login: Loaded
  buckets: Loaded
  coldFormMs: number
  warmFormMs: number
  bucketsMs: number
  languageMs: number
}

export function measurePages(options: Options): Promise<Row[]> {
  const measure = async (stage: Stage) => {
    await stage.direct.createBucket('bench-pages')
    const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox'] })
    try {
      const { visits } = await inTurn(options.repetitions, { visits: () => visitOnce(browser, stage) })
      return rows(visits)
    } finally {
      await browser.close()
    }
  }
  // The dashboard with its charts.
  return onStage(options, measure, ({ root }) => ({ COOPERAGE_METRICS_TOKEN: metricsToken(root) }))
}

function rows(visits: readonly Visit[]): Row[] {
  const of = (pick: (visit: Visit) => number) => visits.map(pick)
  return [
    {
      what: 'login page, form to be seen, empty cache',
      unit: 'ms',
      ours: of((visit) => visit.coldFormMs),
    },
    {
      what: '… from a warm cache',
      unit: 'ms',
      ours: of((visit) => visit.warmFormMs),
      target: atMost(FORM_MS, 'ms'),
    },
    { what: '… on the wire, all', unit: 'kB', ours: of(({ login }) => login.all / 1000) },
    { what: '… requests', unit: '', ours: of(({ login }) => login.requests) },
    {
      what: '… JavaScript',
      unit: 'kB',
      ours: of(({ login }) => login.script / 1000),
      target: atMost(LOGIN_JAVASCRIPT_KB, 'kB'),
    },
    { what: '… CSS', unit: 'kB', ours: of(({ login }) => login.style / 1000), target: atMost(CSS_KB, 'kB') },
    { what: 'from Login to the rows of the buckets page', unit: 'ms', ours: of((visit) => visit.bucketsMs) },
    {
      what: '… JavaScript so far',
      unit: 'kB',
      ours: of(({ buckets }) => buckets.script / 1000),
      target: atMost(BUCKETS_JAVASCRIPT_KB, 'kB'),
    },
    { what: '… on the wire so far, all', unit: 'kB', ours: of(({ buckets }) => buckets.all / 1000) },
    {
      what: 'another language on the dashboard, until its texts are drawn',
      unit: 'ms',
      ours: of((visit) => visit.languageMs),
      target: atMost(SWITCH_MS, 'ms'),
    },
  ]
}

async function visitOnce(browser: Browser, { console, storage }: Stage): Promise<Visit> {
  const context = await browser.newContext({ baseURL: console.url })
  try {
    const page = await context.newPage()
    const loaded = await countLoaded(context, page)
    const coldFormMs = await openLogin(page)
    const login = { ...loaded }
    // Signing in there leads back to the buckets page; from /login it leads to the dashboard.
    await page.goto('/buckets')
    await page.locator('input[type=password]').fill(storage.root.secretKey)
    await page.locator('input').first().fill(storage.root.accessKey)
    const startedAt = performance.now()
    await page.locator('input[type=password]').press('Enter')
    await page.getByText('bench-pages').first().waitFor()
    const bucketsMs = performance.now() - startedAt
    const buckets = { ...loaded }
    const languageMs = await switchLanguage(page, storage.root.accessKey)
    await context.clearCookies()
    const second = await context.newPage()
    const warmFormMs = await openLogin(second)
    return { login, buckets, coldFormMs, warmFormMs, bucketsMs, languageMs }
  } finally {
    await context.close()
  }
}

/** Chooses German on the dashboard, whose texts aren't loaded yet; returns the milliseconds until they are drawn. */
async function switchLanguage(page: Page, account: string): Promise<number> {
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: account }).click()
  await page.getByRole('combobox', { name: 'Language' }).waitFor()
  const ms = await page.evaluate<number>(CHOOSE_GERMAN)
  // The account keeps it, and the next visitor has the same.
  const kept = page.waitForResponse(/account\/language$/)
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en')
  await kept
  return ms
}

/** Opens the login page; returns the milliseconds until its form is drawn, by the page's clock. */
async function openLogin(page: Page): Promise<number> {
  await page.addInitScript({ content: MARK_FORM })
  await page.goto('/login')
  const mark = await page.waitForFunction(() => performance.getEntriesByName('form')[0]?.startTime)
  return Number(await mark.jsonValue())
}

async function countLoaded(context: BrowserContext, page: Page): Promise<Loaded> {
  const loaded: Loaded = { script: 0, style: 0, all: 0, requests: 0 }
  const types = new Map<string, string>()
  const devtools = await context.newCDPSession(page)
  devtools.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId)
    loaded.requests++
    loaded.all += encodedDataLength
    if (type === 'Script') loaded.script += encodedDataLength
    if (type === 'Stylesheet') loaded.style += encodedDataLength
  })
  await devtools.send('Network.enable')
  return loaded
}
