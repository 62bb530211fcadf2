import { readFile } from 'node:fs/promises'
import { metricsToken, ROOT_KEYS } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { countEffort } from '../../scripts/effort.ts'
import { expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, test } from '../src/journey.ts'

/** Presses the mouse at a place and releases it at another. */
async function drag(page: Page, [x, y]: [number, number], [toX, toY]: [number, number]): Promise<void> {
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(toX, toY, { steps: 4 })
  await page.mouse.up()
}

test('the dashboard shows widgets by tab and time range, which can be opened, downloaded and moved', async ({
  page,
  given,
  ownConsole,
  signIn,
}) => {
  await given.objects(await given.bucket(), ['counted.txt'])
  const console = await ownConsole({ env: { COOPERAGE_METRICS_TOKEN: metricsToken(ROOT_KEYS) } })
  await signIn({ at: console.url })
  await page.setViewportSize({ width: 1360, height: 900 })
  await page.clock.install()
  await page.goto(`${console.url}/dashboard`)
  const widget = (title: string) => page.getByRole('region', { name: title, exact: true })
  await expect(widget('Total Online Servers')).toContainText('1')
  await expect(widget('Current Usable Capacity').getByRole('img', { name: /Usable Free .*Used Space/ })).toBeVisible()
  for (const tab of ['Summary', 'Traffic', 'Resources']) {
    await expect(page.getByRole('link', { name: tab, exact: true })).toBeVisible()
  }
  for (const label of ['Start Time', 'End Time']) await expect(page.getByLabel(label)).toBeVisible()
  await expect(page.getByText(/^Source: sampled by this console/)).toBeVisible()
  await expectAccessibleInBothThemes(page)

  const refreshed = page.waitForRequest(/widgets\/53\?/)
  await page.clock.fastForward(15_000)
  await refreshed
  await page.getByLabel('Auto-refresh').selectOption('No refresh')

  const asked = page.waitForRequest(/widgets\/53\?.*step=1440/)
  await page.getByRole('button', { name: '24 h' }).click()
  await asked
  let requests = 0
  page.on('request', (request) => {
    if (/widgets\/53\?/.test(request.url())) requests += 1
  })
  await page.clock.fastForward(30_000)
  expect(requests).toBe(0)
  await page.getByRole('button', { name: 'Sync' }).click()
  await expect.poll(() => requests).toBeGreaterThan(0)

  // Each kind of chart has a table of its values, and downloads.
  for (const [title, columns] of [
    ['Total Online Servers', 'Time,Total Online Servers'],
    ['Data Usage Growth', 'Time,Used Capacity'],
    ['Object size distribution', 'Name,Object size distribution'],
    ['Current Usable Capacity', 'Name,Current Usable Capacity'],
  ] as const) {
    await page.getByRole('button', { name: `Open ${title}` }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(
      dialog
        .getByRole('region', { name: `Values of ${title}` })
        .getByRole('cell')
        .first(),
    ).toHaveText(/\d/)
    for (const [button, start, ending] of [
      ['Download CSV', columns, 'csv'],
      ['Download PNG', '\u0089PNG', 'png'],
    ] as const) {
      const download = page.waitForEvent('download')
      await dialog.getByRole('button', { name: button }).click()
      const file = await download
      expect(file.suggestedFilename()).toBe(`${title.toLowerCase().replaceAll(' ', '-')}.${ending}`)
      expect((await readFile(await file.path(), 'latin1')).startsWith(start)).toBe(true)
    }
    await page.keyboard.press('Escape')
  }

  // The browser keeps where a widget is, and its size.
  const box = async (of = widget('Uptime')) => (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const [left, width] = [async () => (await box()).x, async () => (await box()).width]
  const place = async () => ({ left: await left(), width: await width() })
  const before = await box()
  const handle = page.getByRole('button', { name: 'Move Uptime' })
  await handle.press('ArrowRight')
  await handle.press('Shift+ArrowRight')
  await expect.poll(left).toBeGreaterThan(before.x)
  await expect.poll(width).toBeGreaterThan(before.width * 1.9)
  const changed = await place()
  await page.reload()
  await expect.poll(place).toEqual(changed)
  await page.getByRole('button', { name: 'Reset layout' }).click()
  await expect.poll(place).toEqual({ left: before.x, width: before.width })
  await page.mouse.move(before.x + 60, before.y + 14)
  const grip = await box(handle)
  await drag(page, [grip.x + 5, grip.y + 10], [grip.x + 200, grip.y + 20])
  await expect.poll(left).toBeGreaterThan(before.x)
  await expect.poll(width).toBe(before.width)
  const corner = await box(
    page.locator('.react-grid-item', { has: widget('Uptime') }).locator('.react-resizable-handle'),
  )
  await drag(page, [corner.x + 10, corner.y + 10], [corner.x + 180, corner.y + 10])
  await expect.poll(width).toBeGreaterThan(before.width * 1.9)
  const dragged = await place()
  await page.reload()
  await expect.poll(place).toEqual(dragged)

  // Dragging across a chart zooms in. The values are made up: two samples of the console are 15 seconds apart.
  await page.route(/widgets\/60\?/, async (route) => {
    const response = await route.fetch()
    const { searchParams } = new URL(route.request().url())
    const [start = 0, end = 0] = ['start', 'end'].map((name) => Number(searchParams.get(name)))
    const values = Array.from({ length: 11 }, (_, at) => [start + ((end - start) * at) / 10, String(at)])
    const { targets, ...widget } = await response.json()
    const result = [{ metric: { server: 'a', api: 'PutObject' }, values }]
    await route.fulfill({ response, json: { ...widget, targets: [{ ...targets[0], result }] } })
  })
  await page.getByRole('link', { name: 'Traffic' }).click()
  const image = widget('S3 API Request Rate').getByRole('img', { name: /PutObject/ })
  const chart = await box(image)
  const zoomed = page.waitForRequest((request) => {
    const { pathname, searchParams } = new URL(request.url())
    const seconds = Number(searchParams.get('end')) - Number(searchParams.get('start'))
    return pathname.endsWith('/widgets/71') && seconds > 60 && seconds < 600
  })
  const middle = chart.y + chart.height / 2
  // The chart follows the mouse once in a frame, however far it has moved.
  await page.mouse.move(chart.x + chart.width * 0.4, middle)
  await expect(image.getByText('PutObject: 3/s')).toBeVisible()
  await page.mouse.down()
  await page.mouse.move(chart.x + chart.width * 0.6, middle, { steps: 4 })
  await expect(image.locator('.recharts-reference-area')).toBeVisible()
  await page.mouse.move(chart.x + chart.width * 0.8, middle, { steps: 4 })
  await page.mouse.up()
  await zoomed

  await test.step('a point, a line and the whole range lead to the requests behind them in the log', async () => {
    const searched = () => new URL(page.url()).searchParams.get('search')
    // A hand moves on until the chart, which is drawn anew, follows it.
    let moved = 0
    await expect
      .poll(async () => {
        moved += 1
        await page.mouse.move(chart.x + chart.width * 0.4, middle + (moved % 10))
        return await image.getByText('PutObject: 3/s').isVisible()
      })
      .toBe(true)
    await page.mouse.click(chart.x + chart.width * 0.4, middle)
    await expect(page).toHaveURL(/\/logs\?tab=search&/)
    expect(searched()).toMatch(/^from:\S+ to:\S+$/)
    await page.goBack()
    await widget('S3 API Request Rate').getByRole('link', { name: 'PutObject', exact: true }).click()
    await expect(page).toHaveURL(/\/logs\?tab=search&/)
    expect(searched()).toMatch(/^api:PutObject from:\S+ to:\S+$/)
    await page.goBack()
    await page.getByRole('link', { name: 'Search the logs for S3 API Request Error Rate' }).click()
    await expect(page).toHaveURL(/\/logs\?tab=search&/)
    expect(searched()).toMatch(/^errors from:\S+ to:\S+$/)
  })

  await test.step('a bucket shows its usage over time, and the list which one grew', async () => {
    const bucket = await given.bucket()
    await page.route('**/usage-history?*', async (route) => {
      const response = await route.fetch()
      const history = await response.json()
      // The storage server counts in its own time: these are as the console stores them.
      const points = [history.start, history.end].map((time, at) => ({ time, size: 1024 * (at + 1), objects: at + 1 }))
      await route.fulfill({ response, json: { ...history, points } })
    })
    await page.goto(`${console.url}/buckets/${bucket}/summary`)
    const usage = page.getByRole('region', { name: 'Usage over time' })
    await expect(usage.getByRole('img', { name: `Size of ${bucket}: Size 2.0 KiB` })).toBeVisible()
    await expect(usage.getByRole('img', { name: `Objects of ${bucket}: Objects 2` })).toBeVisible()
    await usage.getByText('Show values').click()
    await expect(usage.getByRole('row')).toHaveCount(3)
    await expectAccessibleInBothThemes(page)
    const asked = page.waitForRequest(/usage-history\?range=year/)
    await usage.getByRole('button', { name: '400 d' }).click()
    await asked
    await usage.getByRole('link', { name: 'Search the logs of this bucket and time range' }).click()
    await expect(page).toHaveURL(/\/logs\?tab=search&/)
    expect(new URL(page.url()).searchParams.get('search')).toMatch(new RegExp(`^bucket:${bucket} from:`))
    await page.goto(`${console.url}/buckets`)
    const effort = await countEffort(page)
    await page.getByRole('button', { name: 'Growth', exact: true }).click()
    await expect(page.getByRole('columnheader', { name: 'Growth' })).toHaveAttribute('aria-sort', 'descending')
    expect(await effort()).toEqual({ clicks: 1, keys: 0 })
  })
  await page.goto(`${console.url}/metrics`)
  await expect(widget('Total Online Servers')).toContainText('1')
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Usage' }).click()
  await expect(page).toHaveURL(/\/metrics\?tab=usage$/)
  await expect(page.getByRole('region', { name: 'Servers' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${console.url}/dashboard`)
  await expect(widget('Total Online Servers')).toContainText('1')
  await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390)
})

test('each widget reports a Prometheus outage, and the rest of the page works', async ({
  page,
  ownConsole,
  signIn,
  provokes,
}) => {
  provokes(503)
  const console = await ownConsole({ env: { COOPERAGE_PROMETHEUS_URL: 'http://127.0.0.1:1' } })
  await signIn({ at: console.url })
  await page.goto(`${console.url}/dashboard?tab=traffic`)
  const widget = page.getByRole('region', { name: 'S3 API Request Rate' })
  await expect(widget.getByRole('alert')).toContainText(
    'Widget information could not be retrieved at this time. Please try again',
  )
  await expect(widget).toContainText('Prometheus can’t be reached')
  await expect(page.getByText('Source: Prometheus', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Usage' }).click()
  await expect(page.getByRole('term').filter({ hasText: 'All buckets' })).toBeVisible()
})
