import { expectAccessible } from '../src/accessibility.ts'
import { expect, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { STRESS } from '../src/scale.ts'
import type { StorageProcess } from '../src/storage-process.ts'

const COUNT = 2000
const PARALLEL = 32

const nameOf = (index: number) => `depot-${String(index).padStart(4, '0')}`

async function makeBuckets(storage: StorageProcess): Promise<void> {
  const waiting = Array.from({ length: COUNT }, (_, index) => index).values()
  const worker = async () => {
    for (const index of waiting) await storage.request({ method: 'PUT', bucket: nameOf(index) })
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
}

test(
  'thousands of buckets are listed, found and sorted, and a refresh keeps the scroll position',
  STRESS,
  async ({ page, signIn, ownStorage, ownConsole }) => {
    test.setTimeout(180_000)
    const storage = await ownStorage()
    await makeBuckets(storage)
    await storage.request({ method: 'PUT', bucket: nameOf(7), key: 'a', body: 'x'.repeat(3 * 1024) })
    const { url } = await ownConsole({ storage })
    await signIn({ at: url, keys: storage.root })

    const looked = new Set<string>()
    page.on('request', (request) => {
      if (!request.url().endsWith('/api/v1/exposure/buckets')) return
      for (const name of (request.postDataJSON() as { buckets: string[] }).buckets) looked.add(name)
    })
    const startedAt = Date.now()
    await page.goto(`${url}/buckets`)
    await expect(page.getByText(nameOf(0))).toBeVisible()
    test.info().annotations.push({ type: 'first rows', description: `${Date.now() - startedAt} ms` })
    await expect(page.getByText(new RegExp(`^${COUNT.toLocaleString('en-GB')}|^${COUNT} buckets`))).toBeVisible()
    expect(await page.getByRole('row').count(), 'only visible rows are rendered').toBeLessThan(100)
    expect(looked.size, 'and checked for public access').toBeLessThan(100)
    await expectAccessible(page)

    await expect(page.getByText(/^Sizes calculated /)).toBeVisible()
    await expect(rowOf(page, nameOf(7))).toContainText('3.0 KiB')
    const bySize = page.getByRole('columnheader', { name: 'Size' }).getByRole('button')
    await bySize.click()
    await bySize.click()
    await expect(page.getByRole('row').nth(1), 'the largest is first').toContainText(nameOf(7))
    await bySize.click()

    const end = page.getByText(nameOf(COUNT - 1))
    await page.getByText(nameOf(3)).hover()
    await expect(async () => {
      await page.mouse.wheel(0, 100_000)
      await expect(end).toBeVisible({ timeout: 200 })
    }).toPass()
    const listed = page.waitForResponse((response) => response.url().includes('/api/v1/buckets?'))
    await page.getByRole('button', { name: 'Refresh' }).click()
    await (await listed).finished()
    await expect(end, 'a refresh keeps the scroll position').toBeInViewport()

    await page.getByPlaceholder('Search Buckets').fill('DEPOT-0123')
    await expect(rowOf(page, nameOf(123))).toBeVisible()
    await expect(end).toHaveCount(0)
  },
)
