import { readFile } from 'node:fs/promises'
import { metricsToken, ROOT_KEYS } from '@cooperage/testkit'
import { expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, test } from '../src/journey.ts'

test('the dashboard shows widgets by tab and time range, which can be opened, downloaded and moved', async ({
  page,
  ownConsole,
  signIn,
}) => {
  const console = await ownConsole({ env: { COOPERAGE_METRICS_TOKEN: metricsToken(ROOT_KEYS) } })
  await signIn({ at: console.url })
  await page.setViewportSize({ width: 1360, height: 900 })
  await page.goto(`${console.url}/dashboard`)
  const widget = (title: string) => page.getByRole('region', { name: title, exact: true })
  await expect(widget('Total Online Servers')).toContainText('1')
  await expect(widget('Current Usable Capacity').getByRole('img', { name: /Usable Free .*Used Space/ })).toBeVisible()
  for (const tab of ['Summary', 'Traffic', 'Resources']) {
    await expect(page.getByRole('link', { name: tab, exact: true })).toBeVisible()
  }
  for (const label of ['Start Time', 'End Time']) await expect(page.getByLabel(label)).toBeVisible()
  await expectAccessibleInBothThemes(page)

  const asked = page.waitForRequest(/widgets\/53\?.*step=1440/)
  await page.getByRole('button', { name: '24 h' }).click()
  await asked
  const synced = page.waitForRequest(/widgets\/53\?/)
  await page.getByRole('button', { name: 'Sync' }).click()
  await synced

  await page.getByRole('button', { name: 'Open Total Online Servers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Total Online Servers' })
  await expect(
    dialog.getByRole('region', { name: 'Values of Total Online Servers' }).getByRole('cell').first(),
  ).toHaveText('1')
  const downloads: string[] = []
  for (const [button, start] of [
    ['Download CSV', 'Time,Total Online Servers'],
    ['Download PNG', '\u0089PNG'],
  ] as const) {
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: button }).click()
    const file = await download
    downloads.push(file.suggestedFilename())
    expect((await readFile(await file.path(), 'latin1')).startsWith(start)).toBe(true)
  }
  expect(downloads).toEqual(['total-online-servers.csv', 'total-online-servers.png'])
  await page.keyboard.press('Escape')

  // The browser keeps where a widget was moved to.
  const left = async () => (await widget('Uptime').boundingBox())?.x ?? 0
  const before = await left()
  await page.getByRole('button', { name: 'Move Uptime' }).press('ArrowRight')
  await expect.poll(left).toBeGreaterThan(before)
  const moved = await left()
  await page.reload()
  await expect.poll(left).toBe(moved)
  await page.getByRole('button', { name: 'Reset layout' }).click()
  await expect.poll(left).toBe(before)
  await page.mouse.move(before + 60, ((await widget('Uptime').boundingBox())?.y ?? 0) + 14)
  const handle = await page.getByRole('button', { name: 'Move Uptime' }).boundingBox()
  if (!handle) throw new Error('no handle')
  await page.mouse.move(handle.x + 5, handle.y + 10)
  await page.mouse.down()
  await page.mouse.move(handle.x + 200, handle.y + 20, { steps: 4 })
  await page.mouse.up()
  await expect.poll(left).toBeGreaterThan(before)

  await page.getByRole('link', { name: 'Traffic' }).click()
  await expect(widget('S3 API Request Rate')).toBeVisible()
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
  await page.getByRole('link', { name: 'Usage' }).click()
  await expect(page.getByRole('term').filter({ hasText: 'All buckets' })).toBeVisible()
})
