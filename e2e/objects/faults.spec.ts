/** Listing a long folder, current or rewound, while the storage fails or the session ends: what is shown, and how it resumes. */
import { texts } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { givenAt } from '../src/given.ts'
import { holdCalls } from '../src/hold-calls.ts'
import { expect as expectSoon, fillLoginForm, test } from '../src/journey.ts'
import { STRESS } from '../src/scale.ts'
import type { StorageProcess } from '../src/storage-process.ts'
import { errorText, text } from '../src/text.ts'
import { versionedBucket } from '../src/versions.ts'

/** More than one page, which is a thousand. */
const COUNT = 1200
const NAMES = Array.from({ length: COUNT }, (_, at) => `kept-${String(at).padStart(4, '0')}.txt`)

/** Allows for a busy machine. */
const expect = expectSoon.configure({ timeout: 60_000 })

test.beforeEach(({ page }) => {
  test.setTimeout(360_000)
  page.setDefaultTimeout(60_000)
})

/** A full bucket with versions whose earlier state equals its current state. */
async function fullBucket(storage: StorageProcess): Promise<string> {
  const bucket = await versionedBucket(storage)
  await givenAt(storage).objects(bucket, NAMES)
  return bucket
}

/** A point in time after the last object was stored, by the clock of the storage. */
async function momentOf(storage: StorageProcess, bucket: string): Promise<string> {
  const { text } = await storage.request({ method: 'GET', bucket, query: { versions: '', 'max-keys': '1' } })
  const [first = ''] = texts(text, 'LastModified')
  return new Date(Math.max(Date.parse(first), Date.now()) + 1000).toISOString()
}

/** Holds every page of a list but the first in the browser. */
const holdSecondPage = (page: Page) => holdCalls(page, /\/buckets\/[^/]+\/(objects|rewind\/[^/]+)\?.*after=/)

/** A page of a rewound listing is shorter if the storage is slow. */
const soFar = (page: Page) => page.getByText(/^[\d,]+ objects so far$/)
const whole = (page: Page) => page.getByText('1,200 objects', { exact: true })
const byDate = (page: Page) => page.getByRole('columnheader', { name: 'Last Modified' }).getByRole('button')

test(
  'a storage outage while a folder loads is reported, and the list continues where it stopped',
  STRESS,
  async ({ page, signIn, ownStorage, ownConsole, provokes }) => {
    provokes(503)
    const storage = await ownStorage()
    const bucket = await fullBucket(storage)
    const { url } = await ownConsole({ storage })
    await signIn({ at: url })
    const release = await holdSecondPage(page)
    await page.goto(`${url}/object-browser/${bucket}/`)
    await expect(page.getByText('kept-0000.txt')).toBeVisible()
    await expect(soFar(page)).toBeVisible()

    await storage.end()
    await release()
    const alert = page.getByRole('alert').filter({ hasText: errorText('StorageUnreachable') })
    await expect(alert).toBeVisible()
    await expect(soFar(page), 'the partial list is not shown as complete').toBeVisible()
    await expect(byDate(page)).toHaveAttribute('title', text('objects:sortWhenComplete'))
    await expect(page.getByText('kept-0000.txt')).toBeVisible()
    await expectAccessible(page)
    const retry = alert.getByRole('button', { name: 'Retry' })
    await expect(retry).toBeVisible()

    await storage.start()
    // The page also retries automatically, so either may happen first.
    await retry.click({ timeout: 2_000 }).catch(() => undefined)
    await expect(whole(page)).toBeVisible()
    await expect(alert).toHaveCount(0)
    await page.getByPlaceholder('Search objects').fill('kept-1199')
    await expect(page.getByText('kept-1199.txt')).toBeVisible()
  },
)

test(
  'the end of the session while a rewound folder loads is reported, and a sign-in loads all of it',
  STRESS,
  async ({ page, context, browser, signIn, storage, provokes }) => {
    provokes(401)
    const bucket = await fullBucket(storage)
    await signIn()
    const release = await holdSecondPage(page)
    const address = `/object-browser/${bucket}/?rewind=${await momentOf(storage, bucket)}`
    await page.goto(address)
    await expect(soFar(page)).toBeVisible()

    // Revoked from elsewhere: the cookie stays in the browser but is no longer valid.
    const elsewhere = await browser.newContext({ storageState: await context.storageState() })
    await elsewhere.request.post(new URL('/api/v1/logout', page.url()).href)
    await elsewhere.close()
    await release()
    await expect(page.getByText(errorText('SessionEnded'))).toBeVisible()
    await expect(page.getByText('kept-0000.txt'), 'no row remains').toHaveCount(0)

    await fillLoginForm(page, storage.root)
    await expect(whole(page)).toBeVisible()
    await expect(page).toHaveURL(/\?rewind=/)
    await page.getByPlaceholder('Search objects').fill('kept-1199')
    await expect(page.getByText('kept-1199.txt')).toBeVisible()
  },
)
