/** Jobs on the server: started in a dialog, finished without the page, listed with their log. */
import { expectAccessible } from '../src/accessibility.ts'
import { keysOf, LISTED } from '../src/given.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { text } from '../src/text.ts'

test(
  'a deletion runs on the server without the page, and is listed with its log',
  ON_MINIO_TOO,
  async ({ page, given, signIn, storage }) => {
    test.setTimeout(180_000)
    page.setDefaultTimeout(60_000)
    const bucket = await given.bucket()
    await given.objects(bucket, ['in/a.txt', 'in/b/<c>.txt', 'out.txt'])
    await signIn()
    await page.goto(`/object-browser/${bucket}/`)
    await rowOf(page, 'in').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Delete Selected' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('switch', { name: text('serverJobs:run.label') }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText(text('serverJobs:run.started'))).toBeVisible()

    await page.goto('about:blank')
    await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(['out.txt'])
    await page.goto('/buckets')
    await page.getByRole('navigation').getByRole('link', { name: 'Jobs', exact: true }).click()
    const title = text('serverJobs:what.delete', { items: `${bucket}/in/` })
    const row = rowOf(page, title)
    await expect(row).toContainText(text('serverJobs:status.done'))
    await expect(row).toContainText(text('serverJobs:done_other', { number: 2 }))
    await expectAccessible(page)
    await row.getByRole('button', { name: text('serverJobs:actions.log') }).click()
    const log = page.getByRole('dialog', { name: text('serverJobs:log.title') })
    await expect(log.getByText(text('serverJobs:log.started'))).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(log).toBeHidden()
  },
)
