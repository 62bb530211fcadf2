/** Scrolling through as many entries of the audit log as a search has at most. */
import type { Page } from '@playwright/test'
import { expect, test } from '../src/journey.ts'
import { SCALE } from '../src/scale.ts'

const TOKEN = 'ingest-token-of-the-journeys'
const ENTRIES = 100_000 * SCALE
const PER_BODY = 1_000
/** Memory of the tab for each entry: an entry has some 300 characters. */
const MAX_ENTRY_BYTES = 400
const MAX_EMPTY_BYTES = 60 * 2 ** 20

test('a search is scrolled to its last entry, with few rows drawn and bounded memory', { tag: '@scaled' }, async ({
  page,
  ownConsole,
  signIn,
}) => {
  test.setTimeout(40 * 60_000)
  const console = await ownConsole({ env: { COOPERAGE_AUDIT_TOKEN: TOKEN, COOPERAGE_AUDIT_SIZE: '20GiB' } })
  const newest = Date.now() - 60_000
  for (let first = 0; first < ENTRIES; first += PER_BODY) {
    const body = Array.from({ length: PER_BODY }, (_, at) => entry(first + at, newest)).join('\n')
    const headers = { authorization: `Bearer ${TOKEN}` }
    const response = await fetch(`${console.url}/api/v1/logs/ingest`, { method: 'POST', headers, body })
    expect(response.status).toBe(204)
  }
  await signIn({ at: console.url })
  await page.goto(`${console.url}/logs?tab=search`)
  const grid = page.getByRole('grid', { name: 'Logs Search' })
  await expect(grid.getByText('object-0.jpg', { exact: true })).toBeVisible()
  await page.evaluate(SCROLL_ON)
  await expect(grid).toHaveAttribute('aria-rowcount', String(ENTRIES + 1), { timeout: 35 * 60_000 })
  await expect(grid.getByText(`object-${ENTRIES - 1}.jpg`, { exact: true })).toBeVisible()
  expect(await grid.getByRole('row').count()).toBeLessThan(100)
  expect(await heapBytes(page)).toBeLessThan(MAX_EMPTY_BYTES + ENTRIES * MAX_ENTRY_BYTES)

  // Rows in the middle are still there, and open.
  await page.evaluate(`window.hasArrived = true; document.querySelector('[role=grid]').parentElement.scrollTop /= 2`)
  await expect(grid.getByText(`object-${ENTRIES - 1}.jpg`, { exact: true })).toHaveCount(0)
  await grid.getByRole('row').nth(5).click()
  await expect(page.getByRole('dialog')).toContainText(/object-\d+\.jpg/)
})

/** Scrolls to the end of what is loaded, until the last entry has arrived. */
const SCROLL_ON = `{
  const scroller = document.querySelector('[role=grid]').parentElement
  const scroll = () => {
    if (window.hasArrived) return
    scroller.scrollTop = scroller.scrollHeight
    requestAnimationFrame(scroll)
  }
  scroll()
}`

async function heapBytes(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  return (await devtools.send('Runtime.getHeapUsage')).usedSize
}

/** An entry as a server sends it; the first one is the newest. */
function entry(number: number, newest: number): string {
  return JSON.stringify({
    version: '1',
    deploymentid: '7d6a1a4e-5ac0-4e2f-9d0f-3f6c1a0f2b11',
    time: new Date(newest - number * 10).toISOString(),
    trigger: 'incoming',
    api: {
      name: 'GetObject',
      bucket: `bucket-${number % 50}`,
      object: `object-${number}.jpg`,
      status: 'OK',
      statusCode: 200,
      rx: 120,
      tx: 48_000,
      timeToResponseInNS: '2400000',
    },
    remotehost: `10.0.${number % 4}.${number % 250}`,
    requestID: `R${number}`,
    userAgent: 'MinIO (linux; amd64) minio-go/v7.0.90 mc/2026',
    accessKey: `key-${number % 20}`,
  })
}
