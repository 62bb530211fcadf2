/** Emptying a bucket, and deleting it with its contents: typed name, progress, stop, remaining objects, and an outage. */

import { createLockedBucket, targetKind, texts } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { bucketsOf, givenAt, LISTED } from '../src/given.ts'
import { holdCalls } from '../src/hold-calls.ts'
import { expect, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import type { StorageProcess } from '../src/storage-process.ts'
import { errorText, text } from '../src/text.ts'

const versioned = (storage: StorageProcess, bucket: string) =>
  storage.request({
    method: 'PUT',
    bucket,
    query: { versioning: '' },
    body: '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>',
  })

const versionsOf = async (storage: StorageProcess, bucket: string) =>
  texts((await storage.request({ method: 'GET', bucket, query: { versions: '' } })).text, 'VersionId')

/** Passes the first call of an emptying job and holds the next. */
const holdSecondPart = (page: Page) => holdCalls(page, /\/empty$/, 1)

test('a bucket is emptied from its page with the keyboard, stopped and resumed, and another one is deleted with its contents', async ({
  page,
  given,
  storage,
  signIn,
  provokes,
}) => {
  await test.step('a bucket is emptied from its page with the keyboard, and stopped and resumed', async () => {
    const bucket = await given.bucket('emptied')
    await versioned(storage, bucket)
    for (const key of ['a.txt', 'a.txt', 'folder/b.txt']) await given.object(bucket, key)
    await storage.request({ method: 'DELETE', bucket, key: 'a.txt' })
    await storage.request({ method: 'POST', bucket, key: 'begun', query: { uploads: '' } })
    const release = await holdSecondPart(page)
    await signIn()
    await page.goto(`/buckets/${bucket}/summary`)
    const menu = page.getByRole('button', { name: `Actions for ${bucket}` })
    await expect(menu).toBeVisible()
    await menu.focus()
    await page.keyboard.press('Enter')
    const item = page.getByRole('menuitem', { name: text('emptyBucket:confirm') })
    await expect(item).toBeVisible()
    await expect(async () => {
      await page.keyboard.press('ArrowDown')
      await expect(item).toBeFocused({ timeout: 1 })
    }).toPass({ intervals: [0] })
    await page.keyboard.press('Enter')

    const dialog = page.getByRole('dialog', { name: `Empty bucket ${bucket}` })
    const name = dialog.getByRole('textbox', { name: `To confirm, type ${bucket}` })
    await expect(name).toBeFocused()
    await expect(dialog.getByRole('button', { name: text('emptyBucket:confirm') })).toBeDisabled()
    await expectAccessible(page)
    await page.keyboard.type(bucket)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toContainText(text('emptyBucket:deleted_other', { number: 4 }))
    await expect.poll(() => versionsOf(storage, bucket), LISTED).toEqual([])
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: text('emptyBucket:stop') })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toContainText('Stopped.')
    await expectAccessible(page)

    await release()
    await dialog.getByRole('button', { name: text('emptyBucket:resume') }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Bucket ${bucket} was emptied.`)).toBeVisible()
    await expect(dialog).toBeHidden()
    expect(texts((await storage.request({ method: 'GET', bucket, query: { uploads: '' } })).text, 'UploadId')).toEqual(
      [],
    )
    await expect(menu, 'focus returns to the button').toBeFocused()
  })

  await test.step('the page of a deleted bucket says so to those who go back to it', async () => {
    provokes(404)
    const bucket = await given.bucket('gone')
    await page.goto(`/buckets/${bucket}/summary`)
    await page.getByRole('button', { name: `Actions for ${bucket}` }).click()
    await page.getByRole('menuitem', { name: text('bucket:more.delete') }).click()
    const question = page.getByRole('dialog', { name: `Delete Bucket ${bucket}`, exact: true })
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByPlaceholder('Search Buckets')).toBeVisible()
    await page.goBack()
    await expect(page.getByText(errorText('NoSuchBucket', { bucket }))).toBeVisible()
  })

  await test.step('a bucket that is not empty is deleted with its contents after its name is typed', async () => {
    provokes(409)
    const bucket = await given.bucket('full')
    await versioned(storage, bucket)
    for (const key of ['a.txt', 'a.txt', 'b.txt']) await given.object(bucket, key)
    await page.goto('/buckets')
    await page.getByPlaceholder('Search Buckets').fill(bucket)
    const row = rowOf(page, bucket)
    await row.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: `Delete Bucket ${bucket}`, exact: true })
    const offer = question.getByRole('button', { name: text('bucketDeletion:withContent') })
    // MinIO counts objects minutes later, and then only the refusal tells.
    if (targetKind() === 'engine') await expect(offer, 'the list knows its objects').toBeVisible()
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await offer.click()

    const dialog = page.getByRole('dialog', { name: text('emptyBucket:titleDelete', { name: bucket }) })
    const everything = dialog.getByRole('button', { name: text('emptyBucket:confirmDelete') })
    await dialog.getByRole('textbox').fill(bucket.slice(1))
    await expect(everything).toBeDisabled()
    expect(await versionsOf(storage, bucket)).toHaveLength(3)
    await dialog.getByRole('textbox').fill(bucket)
    await everything.click()
    await expect(page.getByText(`Bucket ${bucket} was deleted.`)).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(row).toHaveCount(0)
    expect(await bucketsOf(storage)).not.toContain(bucket)
  })
})

test('locked objects stay and are listed, on a phone too', async ({ page, storage, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const bucket = `locked-${Date.now()}`
  await createLockedBucket(storage.request, bucket)
  const hold = { 'x-amz-object-lock-legal-hold': 'ON' }
  await storage.request({ method: 'PUT', bucket, key: 'deed.pdf', body: 'x', headers: hold })
  await storage.request({ method: 'PUT', bucket, key: 'free.txt', body: 'x' })
  await signIn()
  await page.goto('/buckets')
  await page.getByPlaceholder('Search Buckets').fill(bucket)
  await page.getByRole('button', { name: `Actions for ${bucket}` }).click()
  await page.getByRole('menuitem', { name: 'Empty' }).click()
  const dialog = page.getByRole('dialog', { name: `Empty bucket ${bucket}` })
  await dialog.getByRole('textbox').fill(bucket)
  await dialog.getByRole('button', { name: text('emptyBucket:confirm') }).click()
  await expect(dialog.getByRole('status')).toContainText(text('emptyBucket:incomplete'))
  await expect(dialog.getByRole('status')).toContainText(text('emptyBucket:deleted_one', { number: 1 }))
  const failures = dialog.getByRole('list', { name: text('emptyBucket:failures') })
  await expect(failures.getByRole('listitem')).toHaveCount(1)
  await expect(failures).toContainText(errorText('ObjectLocked', { key: 'deed.pdf' }))
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  await expect.poll(() => versionsOf(storage, bucket), LISTED).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
})

test('a list without buckets offers to create the first, and emptying one resumes where an outage stopped it', async ({
  page,
  signIn,
  ownStorage,
  ownConsole,
  provokes,
}) => {
  provokes(503)
  const storage = await ownStorage()
  const { url } = await ownConsole({ storage })
  await signIn({ at: url })
  await page.goto(`${url}/buckets`)
  await expect(page.getByText('There are no Buckets yet.')).toBeVisible()
  await expectAccessible(page)

  const bucket = await givenAt(storage).bucket()
  await givenAt(storage).objects(bucket, ['a', 'b', 'c'])
  const release = await holdSecondPart(page)
  await page.goto(`${url}/buckets`)
  await rowOf(page, bucket)
    .getByRole('button', { name: `Empty ${bucket}` })
    .click()
  const dialog = page.getByRole('dialog', { name: `Empty bucket ${bucket}` })
  await dialog.getByRole('textbox').fill(bucket)
  await dialog.getByRole('button', { name: text('emptyBucket:confirm') }).click()
  await expect(dialog.getByRole('status')).toContainText(text('emptyBucket:deleted_other', { number: 3 }))
  await storage.end()
  await release()
  await expect(dialog.getByRole('status')).toContainText(text('emptyBucket:interrupted'))
  await expect(dialog.getByRole('alert')).toContainText(errorText('StorageUnreachable'))
  await expectAccessible(page)

  await storage.start()
  await dialog.getByRole('button', { name: text('emptyBucket:resume') }).click()
  await expect(page.getByText(`Bucket ${bucket} was emptied.`)).toBeVisible()
  await expect(dialog).toBeHidden()
})
