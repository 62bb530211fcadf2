/** 10,000 users: the list as the storage server, the console and the page give it, and who of them can do what in a bucket. */

import { chromium, type Page } from '@playwright/test'
import { requireChromium } from '../../../scripts/chromium.ts'
import { ConsoleClient } from '../console-client.ts'
import type { Options } from '../options.ts'
import { cpuDuring, peakMib, resetPeak } from '../process-cost.ts'
import { inTurn } from '../repeat.ts'
import { atMost, atMostAboveDirect, type Row } from '../result.ts'
import { SCALE, scaled } from '../scale.ts'
import { onStage, type Stage } from '../stage.ts'
import { median } from '../statistics.ts'
import { archiveOfUsers, BUCKET, GROUPS, keysOfUser, POLICIES } from '../users.ts'
import { NOTE_LONG_TASKS, openedMs, scrolled } from './objects/in-page.ts'

/** Decrypting, reading and checking the list, and writing it anew. */
const OVERHEAD_MS = 100
const FIRST_ROWS_MS = 500
const PRINCIPALS_MS = 2_000
const OTHERS_MS = 100
const LONG_TASK_MS = 50
const BLANK_MS = 100
const SCROLL_MS = 5_000
const MEMORY_MIB = 250
const CALLS = 10

export function measureIdentity(options: Options): Promise<Row[]> {
  return onStage(options, async (stage) => {
    const { direct, visitor } = stage
    const pids = { console: stage.console.pid, storage: stage.storage.pid ?? 0 }
    const users = scaled(SCALE.users, options)
    await direct.importIam(await archiveOfUsers(users))
    const { users: listed } = JSON.parse((await visitor.plain('/api/v1/users')).toString()) as { users: object[] }
    if (listed.length !== users) throw new Error(`the console lists ${listed.length} of ${users} users`)

    resetPeak(pids.console)
    resetPeak(pids.storage)
    const { ours, theirs } = await inTurn(options.repetitions, {
      ours: () => series(() => visitor.get('/api/v1/users'), pids.console),
      theirs: () => series(() => direct.listUsers(), pids.storage),
    })
    const [consoleMib, storageMib] = [peakMib(pids.console), peakMib(pids.storage)]
    const principals = await measurePrincipals(stage, options, users)
    const visit = await openPage(stage, users)
    const longestTask = (when: string, ours: number): Row => ({
      what: `… longest task of the page ${when}`,
      unit: 'ms',
      ours: [ours],
      target: atMost(LONG_TASK_MS, 'ms'),
    })
    return [
      {
        what: `list ${users} users, p50`,
        unit: 'ms',
        ours: ours.map(({ p50Ms }) => p50Ms),
        direct: theirs.map(({ p50Ms }) => p50Ms),
        target: atMostAboveDirect(OVERHEAD_MS, 'ms'),
      },
      { what: '… console CPU', unit: 'ms', ours: ours.map(({ cpuMs }) => cpuMs) },
      { what: '… storage server CPU', unit: 'ms', ours: theirs.map(({ cpuMs }) => cpuMs) },
      { what: '… console memory at most', unit: 'MiB', ours: [consoleMib], target: atMost(MEMORY_MIB, 'MiB') },
      { what: '… storage server memory at most', unit: 'MiB', ours: [storageMib] },
      {
        what: '… from the click to the first rows',
        unit: 'ms',
        ours: [visit.firstRowsMs],
        target: atMost(FIRST_ROWS_MS, 'ms'),
      },
      longestTask('while it opens', visit.opening),
      longestTask('while it is scrolled', visit.scrolling),
      {
        what: '… … longest time without a row',
        unit: 'ms',
        ours: [visit.blankMs],
        target: atMost(BLANK_MS, 'ms'),
      },
      longestTask('while it is filtered', visit.filtering),
      ...principals,
    ]
  })
}

/** Who can do what in a bucket, and how long another visitor waits meanwhile. */
async function measurePrincipals({ direct, console, storage, visitor }: Stage, options: Options, users: number) {
  await direct.createBucket(BUCKET)
  const other = await ConsoleClient.signIn(console.url, storage.root)
  try {
    const waits: number[] = []
    const { ours } = await inTurn(options.repetitions, {
      ours: async () => {
        let [isDone, longest] = [false, 0]
        const answer = visitor.get(`/api/v1/buckets/${BUCKET}/principals`).finally(() => {
          isDone = true
        })
        while (!isDone) longest = Math.max(longest, (await other.get('/api/v1/policy-catalogue')).lastByteMs)
        waits.push(longest)
        return (await answer).lastByteMs
      },
    })
    const rows: Row[] = [
      {
        what: `who of ${users} users with ${POLICIES} policies can do what in a bucket`,
        unit: 'ms',
        ours,
        target: atMost(PRINCIPALS_MS, 'ms'),
      },
      { what: '… longest wait of another visitor meanwhile', unit: 'ms', ours: waits, target: atMost(OTHERS_MS, 'ms') },
    ]
    return rows
  } finally {
    other.close()
  }
}

async function series(call: () => Promise<{ lastByteMs: number }>, pid: number) {
  const latencies: number[] = []
  const cpu = await cpuDuring(pid, async () => {
    for (let index = 0; index < CALLS; index++) latencies.push((await call()).lastByteMs)
  })
  return { p50Ms: median(latencies), cpuMs: (cpu * 1000) / CALLS }
}

interface Visit {
  firstRowsMs: number
  /** The longest tasks of the page, in milliseconds. */
  opening: number
  scrolling: number
  filtering: number
  blankMs: number
}

async function openPage({ console, storage }: Stage, users: number): Promise<Visit> {
  const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox'] })
  try {
    const context = await browser.newContext({ baseURL: console.url, viewport: { width: 1360, height: 850 } })
    const { accessKey, secretKey } = storage.root
    await context.request.post('/api/v1/login', { data: { accessKey, secretKey } })
    const page = await context.newPage()
    await page.addInitScript({ content: NOTE_LONG_TASKS })
    await page.goto('/buckets')
    // The code of the next page is preloaded when idle.
    await page.waitForLoadState('networkidle')
    await longestTaskMs(page)
    const firstRowsMs = Number(await page.evaluate(openedMs('Users', keysOfUser(0).accessKey)))
    await page.waitForLoadState('networkidle')
    const opening = await longestTaskMs(page)
    const { blankMs }: { blankMs: number } = await page.evaluate(scrolled(SCROLL_MS, true))
    const scrolling = await longestTaskMs(page)
    await page.getByPlaceholder('Search Users').pressSequentially(keysOfUser(users - 1).accessKey)
    await page.getByText('1 user', { exact: true }).waitFor()
    await page.getByPlaceholder('Search Users').fill('')
    await page.getByLabel('Filter by group').selectOption('group-7')
    await page.getByText(`${users / GROUPS} users`, { exact: true }).waitFor()
    return { firstRowsMs, opening, blankMs, scrolling, filtering: await longestTaskMs(page) }
  } finally {
    await browser.close()
  }
}

/** The longest task since the last call; 0 if none took 50 ms. */
async function longestTaskMs(page: Page): Promise<number> {
  const tasks: number[] = await page.evaluate('window.longTasks.splice(0)')
  return Math.max(0, ...tasks)
}
