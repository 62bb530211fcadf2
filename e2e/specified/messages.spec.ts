/** How long messages stay, and when a slow page says so (core-console 8, object-browser 4 and 8). The clock is stopped. */
import type { Route } from '@playwright/test'
import { expect, passUntil, stopTime } from '../src/clock.ts'
import { test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { text } from '../src/text.ts'

test.beforeEach(({ signIn }) => signIn())

test('messages stay as long as specified, and a slow listing and a large download are announced', async ({
  page,
  given,
  provokes,
}) => {
  await test.step('a message that is not an error stays for 5 s', async () => {
    const bucket = await given.bucket()
    await given.objects(bucket, ['drop.txt', 'keep.txt'])
    await page.clock.install()
    await page.goto(`/object-browser/${bucket}/`)
    await rowOf(page, 'drop.txt').getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete drop.txt' })
    await expect(dialog).toBeVisible()
    await stopTime(page)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    const notice = page.getByText("Object 'drop.txt' deleted successfully.")
    await passUntil(page, notice)
    await expect(notice).toStay(5_000)
    await page.clock.resume()
  })

  await test.step('an error in a modal stays for 10 s', async () => {
    provokes(409)
    const bucket = await given.bucket()
    await page.goto('/buckets')
    await page.getByRole('button', { name: 'Create Bucket' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Bucket' })
    await dialog.getByLabel('Bucket name').fill(bucket)
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
    await stopTime(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    const error = dialog.getByText(`A bucket named ${bucket} already exists.`)
    await passUntil(page, error)
    await expect(error).toStay(10_000)
    await page.clock.resume()
  })

  await test.step('the error toast stays for 10 s, longer under the pointer, and has Details and a close button', async () => {
    provokes(404)
    const bucket = await given.bucket()
    await given.objects(bucket, ['a.txt', 'b.txt'])
    // No download error has details, and the toast is the same for all calls.
    const failure = { code: 'NoSuchKey', message: 'the object is gone', detailedMessage: 'Somebody deleted it.' }
    const fail = (route: Route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 404, json: failure }) : route.fallback()
    await page.route('**/objects/download', fail)
    await page.goto(`/object-browser/${bucket}/`)
    for (const name of ['a.txt', 'b.txt']) await rowOf(page, name).getByRole('checkbox').check()
    const download = page.getByRole('button', { name: text('objects:download.selected') })
    const toast = page.getByRole('alert').getByText('The object is gone')

    await download.click()
    await expect(toast, 'with a capital first letter').toBeVisible()
    await toast.hover()
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    await expect(page.getByText('Somebody deleted it.')).toBeVisible()
    await page.clock.runFor(60_000)
    await expect(toast, 'under the pointer').toBeVisible()
    await stopTime(page)
    await page.mouse.move(5, 5)
    await expect(toast).toStay(10_000)

    await page.clock.resume()
    await download.click()
    await expect(toast).toBeVisible()
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
    await expect(toast).toBeHidden()
    await page.unroute('**/objects/download', fail)
  })

  await test.step('a slow listing says so after 3 s, and counts the seconds after 6 s', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'late.txt')
    // Held in the browser, then passed on: the clock is stopped, and a delay of the server would not follow it.
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(`**/buckets/${bucket}/objects?**`, async (route) => {
      await released
      await route.fallback()
    })
    await page.goto('/object-browser')
    await page.getByPlaceholder('Search Buckets').fill(bucket)
    await expect(page.getByRole('link', { name: bucket, exact: true })).toBeVisible()
    await stopTime(page)
    await page.getByRole('link', { name: bucket, exact: true }).click()
    await passUntil(page, page.getByText('Loading objects'))

    await page.clock.runFor(2_000)
    await expect(page.getByText('Loading objects')).toBeVisible()
    await page.clock.runFor(1_500)
    await expect(page.getByText('This operation is taking longer than expected', { exact: true })).toBeVisible()
    await page.clock.runFor(3_000)
    await expect(page.getByText('This operation is taking longer than expected (6 s)', { exact: true })).toBeVisible()

    release()
    await page.clock.resume()
    await expect(rowOf(page, 'late.txt')).toBeVisible()
    await page.unrouteAll()
  })

  await test.step('the download of an object larger than 100 MiB says that it may take a moment', async () => {
    const bucket = await given.bucket()
    const files = [
      { name: 'at-limit.iso', size: 104_857_600, notices: 0 },
      { name: 'above-limit.iso', size: 104_857_601, notices: 1 },
    ]
    for (const { name } of files) await given.object(bucket, name)
    // Only the size matters, so the real listing is given another one: storing 200 MiB would prove no more.
    await page.route(`**/buckets/${bucket}/objects?**`, async (route) => {
      const response = await route.fetch()
      const { objects, ...rest } = await response.json()
      const enlarged = objects.map((one: object & { name: string }) => ({
        ...one,
        ...files.find(({ name }) => name === one.name),
      }))
      await route.fulfill({ response, json: { ...rest, objects: enlarged } })
    })
    await page.goto(`/object-browser/${bucket}/`)
    const notice = page.getByText('Download process started, it may take a few moments to complete')
    for (const { name, size, notices } of files) {
      const started = page.waitForEvent('download')
      await rowOf(page, name).getByRole('link', { name: 'Download' }).click()
      await expect(notice, `${size} bytes`).toHaveCount(notices)
      await started
      // It appears with the click, or not at all.
      if (notices === 0) await expect(notice, `${size} bytes`).toHaveCount(0)
    }
  })
})
