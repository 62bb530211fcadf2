/** Long deletions: their progress, how they stop and resume, and why objects were not deleted. */
import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { givenAt, keysOf, LISTED, listed } from '../src/given.ts'
import { holdCalls } from '../src/hold-calls.ts'
import { expect, fillLoginForm, ON_MINIO_TOO, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { SCALE, SCALED, STRESS } from '../src/scale.ts'
import { errorText, permissionError, text } from '../src/text.ts'
import { lockedBucket, putVersion, versionedBucket, versionsOf } from '../src/versions.ts'

/** 100,000 in a full run. */
/** More than one request, which deletes a thousand. */
const COUNT = SCALE === 1 ? 1_001 : 10_000 * SCALE

const panel = (page: Page) => page.getByRole('region', { name: text('jobs:title') })

/** Opens the confirmation of a row and confirms it. */
async function deleteFolder(page: Page, name: string, choice?: 'all'): Promise<void> {
  await rowOf(page, name).getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: `Delete ${name}` })
  if (choice === 'all') {
    await dialog.getByRole('radio', { name: /all versions/i }).check()
    await dialog.getByLabel(`Type ${name} to confirm`).fill(name)
  }
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog).toBeHidden()
}

const holdDeletions = (page: Page) => holdCalls(page, /\/delete-objects/)

test(
  'a deletion in the background is stopped, interrupted and resumed, and names a missing permission',
  STRESS,
  async ({ page, given, signIn, storage, context, provokes }) => {
    await test.step('a folder is deleted in the background, and the deletion is stopped and resumed', async () => {
      const bucket = await given.bucket()
      await given.objects(bucket, ['logs/1.txt', 'logs/2.txt', 'logs/deep/3.txt', 'stays.txt'])
      await listed(storage, bucket, 4)
      await signIn()
      await page.goto(`/object-browser/${bucket}/`)
      await expect(rowOf(page, 'logs')).toBeVisible()

      const release = await holdDeletions(page)
      await deleteFolder(page, 'logs')
      await expect(panel(page).getByText('Deleting logs')).toBeVisible()
      await expect(panel(page).getByText('0 deleted')).toBeVisible()
      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'All Buckets' }).click()
      await expect(page.getByRole('heading', { name: 'Object Browser', level: 1 })).toBeVisible()
      await expectAccessible(page)

      await panel(page)
        .getByRole('button', { name: text('jobs:stop') })
        .click()
      await expect(panel(page).getByText('Stopped · 0 deleted')).toBeVisible()
      expect((await keysOf(storage, bucket)).length, 'no request was sent').toBe(4)
      await page.goBack()
      await expect(rowOf(page, 'logs'), 'after going back').toBeVisible()
      await release()
      await panel(page)
        .getByRole('button', { name: text('jobs:resume') })
        .click()
      await expect(page.getByText("Object 'logs' deleted successfully.")).toBeVisible()
      await expect(rowOf(page, 'logs'), 'the row disappears').toHaveCount(0)
      await expect(panel(page)).toHaveCount(0)
      await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(['stays.txt'])
    })

    await test.step('a deletion interrupted by the end of the session resumes after the next sign-in', async () => {
      provokes(401)
      const bucket = await given.bucket()
      await given.objects(bucket, ['old/1.txt', 'old/2.txt'])
      await listed(storage, bucket, 2)
      await page.goto(`/object-browser/${bucket}/`)
      await expect(rowOf(page, 'old')).toBeVisible()
      const release = await holdDeletions(page)
      await deleteFolder(page, 'old')
      const other = await context.newPage()
      await other.goto('/object-browser')
      await other.getByRole('button', { name: 'Logout' }).click()
      await expect(page.getByText(errorText('SessionEnded'))).toBeVisible()
      const refused = page.waitForResponse(/\/delete-objects/)
      await release()
      expect((await refused).status()).toBe(401)

      await fillLoginForm(page, storage.root)
      await expect(panel(page).getByText(`${text('jobs:status.signedOut')} · 0 deleted`)).toBeVisible()
      expect((await keysOf(storage, bucket)).length, 'nothing was deleted').toBe(2)
      await panel(page)
        .getByRole('button', { name: text('jobs:resume') })
        .click()
      await expect(page.getByText("Object 'old' deleted successfully.")).toBeVisible()
      await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual([])
    })

    await test.step('the option to delete all versions names a missing permission', async () => {
      const bucket = await versionedBucket(storage)
      await putVersion(storage, bucket, 'songs/1.txt', 'first')
      const everything = { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }
      const kept = { Effect: 'Deny', Action: ['s3:DeleteObjectVersion'], Resource: ['arn:aws:s3:::*'] }
      await signIn({ keys: await given.user({ Version: '2012-10-17', Statement: [everything, kept] }) })
      await page.goto(`/object-browser/${bucket}/`)
      await rowOf(page, 'songs').getByRole('button', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete songs' })
      await dialog.getByRole('radio', { name: /all versions/i }).check()
      await expect(dialog.getByText(permissionError('s3:DeleteObjectVersion', bucket))).toBeVisible()
      await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
      await expectAccessible(page)
      await dialog.getByRole('radio', { name: /keep its versions/ }).check()
      await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toBeEnabled()
    })
  },
)

test(
  'versions and protected objects of a folder are deleted as chosen, and what stays is listed',
  ON_MINIO_TOO,
  async ({ page, context, signIn, storage, provokes }) => {
    await test.step('objects under legal hold are listed by key, and deleted on retry after release', async () => {
      const bucket = await lockedBucket(storage)
      await putVersion(storage, bucket, 'case/free.txt', 'x')
      await putVersion(storage, bucket, 'case/held.txt', 'x', { 'x-amz-object-lock-legal-hold': 'ON' })
      await expect.poll(() => versionsOf(storage, bucket, 'case/'), LISTED).toHaveLength(2)
      await signIn()
      await page.goto(`/object-browser/${bucket}/`)
      await deleteFolder(page, 'case', 'all')

      await expect(panel(page).getByText(`${text('jobs:status.incomplete')} · 1 deleted · 1 failed`)).toBeVisible()
      await panel(page)
        .getByRole('button', { name: text('jobs:show') })
        .click()
      const failure = panel(page).getByRole('listitem').filter({ hasText: 'case/held.txt' }).last()
      await expect(failure).toContainText('legal hold')
      await expectAccessible(page)
      await expect.poll(() => versionsOf(storage, bucket, 'case/'), LISTED).toHaveLength(1)
      const elsewhere = await context.newPage()
      await elsewhere.goto(`/object-browser/${bucket}/case/`)
      await expect(rowOf(elsewhere, 'held.txt'), 'it is still listed').toBeVisible()
      await expect(rowOf(elsewhere, 'free.txt')).toHaveCount(0)
      await elsewhere.close()

      const off = '<LegalHold><Status>OFF</Status></LegalHold>'
      const headers = { 'content-md5': createHash('md5').update(off).digest('base64') }
      const query = { 'legal-hold': '' }
      await storage.request({ method: 'PUT', bucket, key: 'case/held.txt', query, headers, body: off })
      await panel(page)
        .getByRole('button', { name: text('jobs:retry') })
        .click()
      await expect(rowOf(page, 'case')).toHaveCount(0)
      await expect(panel(page)).toHaveCount(0)
      await expect.poll(() => versionsOf(storage, bucket, 'case/'), LISTED).toEqual([])
    })

    await test.step('objects under governance retention are deleted with all versions once bypass is chosen', async () => {
      provokes(409)
      const bucket = await lockedBucket(storage)
      await putVersion(storage, bucket, 'case/kept.txt', 'x', {
        'x-amz-object-lock-mode': 'GOVERNANCE',
        'x-amz-object-lock-retain-until-date': `${new Date().getFullYear() + 1}-06-30T23:59:59Z`,
      })
      await expect.poll(() => versionsOf(storage, bucket, 'case/'), LISTED).toHaveLength(1)
      await page.goto(`/object-browser/${bucket}/`)
      await deleteFolder(page, 'case', 'all')
      await expect(panel(page).getByText(`${text('jobs:status.incomplete')} · 0 deleted · 1 failed`)).toBeVisible()
      await panel(page)
        .getByRole('button', { name: text('jobs:dismiss', { title: 'Deleting case' }) })
        .click()

      await rowOf(page, 'case').getByRole('button', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete case' })
      const bypass = dialog.getByRole('switch', { name: text('objectDetail:deletion.bypass') })
      await dialog.getByRole('radio', { name: /all versions/i }).check()
      await bypass.check()
      await dialog.getByLabel('Type case to confirm').fill('case')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(rowOf(page, 'case')).toHaveCount(0)
      await expect.poll(() => versionsOf(storage, bucket, 'case/'), LISTED).toEqual([])
    })

    await test.step('a versioned bucket offers delete markers or all versions', async () => {
      const bucket = await versionedBucket(storage)
      await putVersion(storage, bucket, 'songs/1.txt', 'first')
      await putVersion(storage, bucket, 'songs/1.txt', 'second')
      await expect.poll(() => versionsOf(storage, bucket, 'songs/'), LISTED).toHaveLength(2)
      await page.goto(`/object-browser/${bucket}/`)
      await deleteFolder(page, 'songs')
      await expect(rowOf(page, 'songs')).toHaveCount(0)
      await expect
        .poll(() => versionsOf(storage, bucket, 'songs/'), { ...LISTED, message: 'two versions and a marker' })
        .toHaveLength(3)
    })
  },
)

test(
  `of ${COUNT} objects only the one that a policy denies stays: it is listed, and deleted once allowed`,
  SCALED,
  async ({ page, given, signIn, storage }) => {
    test.setTimeout(240_000 * SCALE)
    const bucket = await given.bucket()
    const everything = { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }
    const kept = { Effect: 'Deny', Action: ['s3:DeleteObject'], Resource: [`arn:aws:s3:::${bucket}/many/kept.txt`] }
    const user = await given.user({ Version: '2012-10-17', Statement: [everything, kept] })
    await given.objects(bucket, ['many/kept.txt', ...Array.from({ length: COUNT }, (_, index) => `many/${index}.txt`)])
    await signIn({ keys: user })
    await page.goto(`/object-browser/${bucket}/`)
    await deleteFolder(page, 'many')

    const all = COUNT.toLocaleString('en-US')
    await expect(panel(page).getByText(`${text('jobs:status.incomplete')} · ${all} deleted · 1 failed`)).toBeVisible({
      timeout: 60_000 * SCALE,
    })
    await panel(page)
      .getByRole('button', { name: text('jobs:show') })
      .click()
    const failure = panel(page).getByRole('listitem').filter({ hasText: 'many/kept.txt' }).last()
    await expect(failure).toContainText('s3:DeleteObject')
    await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(['many/kept.txt'])

    await user.setPolicy({ Version: '2012-10-17', Statement: [everything] })
    await panel(page)
      .getByRole('button', { name: text('jobs:retry') })
      .click()
    await expect(rowOf(page, 'many')).toHaveCount(0)
    await expect(panel(page)).toHaveCount(0)
    await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual([])
  },
)

test(
  'an outage pauses a deletion, which resumes automatically',
  STRESS,
  async ({ page, signIn, ownStorage, ownConsole, provokes }) => {
    provokes(503)
    const storage = await ownStorage()
    const given = givenAt(storage)
    const bucket = await given.bucket()
    await given.objects(bucket, ['old/1.txt', 'old/2.txt'])
    await listed(storage, bucket, 2)
    const { url } = await ownConsole({ storage })
    await signIn({ at: url })
    await page.goto(`${url}/object-browser/${bucket}/`)
    await expect(rowOf(page, 'old')).toBeVisible()
    const release = await holdDeletions(page)
    await deleteFolder(page, 'old')
    await storage.end()
    await release()
    await expect(panel(page).getByText(/^Paused/)).toBeVisible()
    await expect(panel(page).getByText(errorText('StorageUnreachable'))).toBeVisible()
    await storage.start()
    await expect(page.getByText("Object 'old' deleted successfully.")).toBeVisible({ timeout: 30_000 })
    await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual([])
  },
)
