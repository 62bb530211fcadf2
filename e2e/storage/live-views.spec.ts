/** Live views while connections break, and where proxies block WebSockets. */
import type { Page } from '@playwright/test'
import { expect, test } from '../src/journey.ts'
import { startPrefixProxy } from '../src/prefix-proxy.ts'
import { STRESS } from '../src/scale.ts'

test(
  'live views resume after the storage was killed and the console restarted, and mark the gap',
  STRESS,
  async ({ context, ownStorage, ownConsole, signIn, page: trace, provokes }) => {
    provokes('unreachable', 502, 503)
    const storage = await ownStorage()
    const console = await ownConsole({ storage })
    await signIn({ keys: storage.root, at: console.url })
    await storage.request({ method: 'PUT', bucket: 'watched' })
    const [logs, watch] = [await context.newPage(), await context.newPage()]
    await trace.goto(`${console.url}/trace`)
    await trace.getByRole('button', { name: 'Start' }).click()
    await logs.goto(`${console.url}/logs`)
    await watch.goto(`${console.url}/watch`)
    await watch.getByRole('combobox', { name: 'Bucket' }).selectOption('watched')
    await watch.getByRole('button', { name: 'Start' }).click()

    let keys = 0
    const change = () => storage.request({ method: 'PUT', bucket: 'watched', key: `k${++keys}`, body: 'x' })
    /** What happens now is shown. */
    const shows = async (page: Page, text: string) => {
      const before = await page.getByText(text).count()
      await expect(async () => {
        await change()
        expect(await page.getByText(text).count()).toBeGreaterThan(before)
      }).toPass()
    }
    await shows(trace, 's3.PutObject')
    await shows(watch, 's3:ObjectCreated:Put')
    const gaps = (page: Page) =>
      page.getByText(/^Disconnected from .+ to .+\. Entries from that time may be missing\.$/)

    for (const [round, stop, start] of [
      [1, storage.kill, storage.start],
      [2, console.kill, console.start],
    ] as const) {
      await stop()
      for (const page of [trace, logs, watch]) await expect(page.getByText('Connecting…')).toBeVisible()
      await start()
      for (const page of [trace, logs, watch]) await expect(gaps(page)).toHaveCount(round)
      await shows(trace, 's3.PutObject')
      await shows(watch, 's3:ObjectCreated:Put')
    }
  },
)

test('live views work behind a proxy that blocks WebSockets', async ({
  page,
  given,
  sharedConsole,
  signIn,
  provokes,
}) => {
  provokes(502)
  const bucket = await given.bucket()
  const proxy = await startPrefixProxy(sharedConsole.url, '', { refusesSockets: true })
  try {
    await signIn({ at: proxy.url })
    await page.goto(`${proxy.url}/watch`)
    await page.getByRole('combobox', { name: 'Bucket' }).selectOption(bucket)
    await page.getByRole('button', { name: 'Start' }).click()
    const row = page.getByText('s3:ObjectCreated:Put').first()
    await expect(async () => {
      await given.objects(bucket, ['a.txt'])
      await expect(row).toBeVisible({ timeout: 500 })
    }).toPass()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByRole('combobox', { name: 'Bucket' })).toBeEnabled()
  } finally {
    await proxy.close()
  }
})
