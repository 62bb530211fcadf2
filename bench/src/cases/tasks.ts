/**
 * The five tasks of docs/web.md, as fast as the page allows: from the first press to the result in sight, by someone who never
 * hesitates. What is left is what the page has people wait for.
 */
import { metricsToken, send } from '@cooperage/testkit'
import { type Browser, chromium, type Page } from '@playwright/test'
import { requireChromium } from '../../../scripts/chromium.ts'
import { countEffort } from '../../../scripts/effort.ts'
import type { Options } from '../options.ts'
import type { Row } from '../result.ts'
import { onStage, type Stage } from '../stage.ts'

const TOKEN = 'token-of-the-measurement'
const NAME_LENGTH = 5
const DAY_MS = 86_400_000
const VERSIONED = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'

interface Performed {
  clicks: number
  keys: number
  seconds: number
}

interface Task {
  what: string
  startsOn: (bucket: string) => string
  /** Until then the page that the task starts on is loaded. */
  isReady: (page: Page) => Promise<unknown>
  run: (page: Page, bucket: string, round: number) => Promise<unknown>
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).first()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const TASKS: readonly Task[] = [
  {
    what: 'grant a folder to a new user, and sign in as that user',
    startsOn: (bucket) => `/object-browser/${bucket}`,
    isReady: (page) => button(page, 'Actions for team').waitFor(),
    async run(page, bucket, round) {
      const name = `ann${round}`.padEnd(NAME_LENGTH, 'x')
      await button(page, 'Actions for team').click()
      await page.getByRole('menuitem', { name: 'Grant access' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('User').click()
      await page.keyboard.type(name)
      await dialog.getByRole('button', { name: `Create the user ${name}` }).click()
      await dialog.getByRole('button', { name: 'Grant access' }).click()
      await button(page, `Sign in as ${name}`).click()
      await page.waitForURL(`**/object-browser/${bucket}/team/`)
      await row(page, 'plan.txt').waitFor()
    },
  },
  {
    what: 'see who can delete in a folder',
    startsOn: (bucket) => `/object-browser/${bucket}`,
    isReady: (page) => button(page, 'Actions for team').waitFor(),
    async run(page) {
      await button(page, 'Actions for team').click()
      await page.getByRole('menuitem', { name: 'Who can do what' }).click()
      await page.getByRole('columnheader', { name: 'Delete' }).waitFor()
      await row(page, 'Root').waitFor()
    },
  },
  {
    what: 'restore one deleted object by its name',
    startsOn: (bucket) => `/object-browser/${bucket}/lost/`,
    isReady: (page) => row(page, 'kept.txt').waitFor(),
    async run(page, _bucket, round) {
      await page.getByRole('button', { name: 'Show deleted' }).click()
      await button(page, `Restore ${round}.txt`).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
      await button(page, `Restore ${round}.txt`).waitFor({ state: 'detached' })
    },
  },
  {
    what: 'find why a request failed yesterday',
    startsOn: () => '/users',
    isReady: (page) => page.getByRole('link', { name: 'Logs', exact: true }).waitFor(),
    async run(page) {
      await page.getByRole('link', { name: 'Logs', exact: true }).click()
      await page.getByRole('link', { name: 'Failed requests of yesterday' }).click()
      await row(page, 'never-there.txt')
        .getByRole('button', { name: /^Explain/ })
        .click()
      await page.getByRole('dialog').getByText('There was no object with this key at that time.').waitFor()
    },
  },
  {
    what: 'find which bucket grew',
    startsOn: () => '/buckets',
    isReady: (page) => button(page, 'Growth').waitFor(),
    async run(page) {
      await button(page, 'Growth').click()
      await page.locator('[role=columnheader][aria-sort=descending]').filter({ hasText: 'Growth' }).waitFor()
    },
  },
]

export function measureTasks(options: Options): Promise<Row[]> {
  const measure = async (stage: Stage) => {
    const bucket = 'bench-tasks'
    await prepare(stage, bucket, options.repetitions)
    const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox'] })
    try {
      const rows: Row[] = []
      for (const task of TASKS) {
        const results: Performed[] = []
        for (let round = 0; round <= options.repetitions; round++) {
          const result = await performed(browser, stage, task, bucket, round)
          if (round > 0) results.push(result)
        }
        const ours = (pick: (result: Performed) => number) => results.map(pick)
        rows.push(
          { what: `${task.what}, clicks`, unit: '', ours: ours(({ clicks }) => clicks) },
          { what: '… keys', unit: '', ours: ours(({ keys }) => keys) },
          { what: '… seconds', unit: 's', ours: ours(({ seconds }) => seconds) },
        )
      }
      return rows
    } finally {
      await browser.close()
    }
  }
  return onStage(options, measure, ({ root }) => ({
    COOPERAGE_METRICS_TOKEN: metricsToken(root),
    COOPERAGE_AUDIT_STORE: 'sqlite',
    COOPERAGE_AUDIT_TOKEN: TOKEN,
  }))
}

/** A bucket with versions: a folder to grant, one with an object to restore for each round, and a failure of yesterday. */
async function prepare({ storage, console, direct }: Stage, bucket: string, rounds: number): Promise<void> {
  const at = { url: storage.url, credentials: storage.root, bucket }
  await direct.createBucket(bucket)
  await send({ ...at, method: 'PUT', query: { versioning: '' }, body: VERSIONED })
  const lost = Array.from({ length: rounds + 1 }, (_, round) => `lost/${round}.txt`)
  for (const key of ['team/plan.txt', 'lost/kept.txt', ...lost]) await send({ ...at, method: 'PUT', key, body: key })
  for (const key of lost) await send({ ...at, method: 'DELETE', key })
  const failed = {
    version: '1',
    time: new Date(Date.now() - DAY_MS).toISOString(),
    trigger: 'incoming',
    api: {
      name: 'GetObject',
      bucket,
      object: 'never-there.txt',
      status: 'Not Found',
      statusCode: 404,
      errorCode: 'NoSuchKey',
    },
    requestID: 'R1',
    accessKey: storage.root.accessKey,
  }
  const headers = { authorization: `Bearer ${TOKEN}` }
  const ingested = { method: 'POST', headers, body: JSON.stringify(failed) }
  const { status } = await fetch(`${console.url}/api/v1/logs/ingest`, ingested)
  if (status !== 204) throw new Error(`the entry was refused with ${status}`)
}

/** In a browser of its own, because the first task signs in as somebody else. */
async function performed(browser: Browser, { console, storage }: Stage, task: Task, bucket: string, round: number) {
  const context = await browser.newContext({ baseURL: console.url, viewport: { width: 1360, height: 850 } })
  try {
    const { accessKey, secretKey } = storage.root
    await context.request.post('/api/v1/login', { data: { accessKey, secretKey } })
    const page = await context.newPage()
    await page.goto(task.startsOn(bucket))
    await task.isReady(page)
    // The code of other pages is preloaded when idle.
    await page.waitForLoadState('networkidle')
    const effort = await countEffort(page)
    const startedAt = performance.now()
    await task.run(page, bucket, round)
    const seconds = (performance.now() - startedAt) / 1000
    return { ...(await effort()), seconds }
  } finally {
    await context.close()
  }
}
