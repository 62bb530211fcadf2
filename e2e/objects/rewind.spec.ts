/** A bucket as it was at a point in time: browsing and downloads only. */
import { expectAccessible } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test, visit } from '../src/journey.ts'
import { downloadOf, rowOf } from '../src/object-browser.ts'
import { text } from '../src/text.ts'
import { fieldText, putVersion, versionedBucket } from '../src/versions.ts'

test.beforeEach(({ signIn }) => signIn())

test('a bucket is shown as it was at a point in time, then as it is now', ON_MINIO_TOO, async ({ page, storage }) => {
  const bucket = await versionedBucket(storage)
  await putVersion(storage, bucket, 'notes.txt', 'as it was')
  await putVersion(storage, bucket, 'old.txt', 'deleted before')
  await storage.request({ method: 'DELETE', bucket, key: 'old.txt' })
  await putVersion(storage, bucket, 'gone/later.txt', 'deleted later')
  // The field counts in seconds: the next write falls in another one.
  const second = Math.floor(Date.now() / 1000) * 1000
  await expect.poll(() => Date.now(), { intervals: [100] }).toBeGreaterThan(second + 1000)
  await putVersion(storage, bucket, 'notes.txt', 'as it became')
  await storage.request({ method: 'DELETE', bucket, key: 'gone/later.txt' })
  await putVersion(storage, bucket, 'new.txt', 'not there yet')

  await page.goto(`/object-browser/${bucket}/`)
  await expect(rowOf(page, 'new.txt')).toBeVisible()
  await page.getByRole('button', { name: 'Rewind', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Rewind' })
  await expect(dialog.getByRole('button', { name: 'Show Rewind Data' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('Rewind to').fill(fieldText(Date.now() + 86_400_000))
  await expect(dialog.getByText(text('rewind:future'))).toBeVisible()
  await dialog.getByLabel('Rewind to').fill(fieldText(second))
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Show Rewind Data' }).click()

  await expect(page).toHaveURL(/\?rewind=/)
  await expect(rowOf(page, 'notes.txt')).toContainText('No')
  await expect(rowOf(page, 'old.txt')).toContainText('Yes')
  await expect(rowOf(page, 'gone')).toContainText('No')
  await expect(rowOf(page, 'new.txt')).toHaveCount(0)
  for (const column of ['Name', 'Object Date', 'Size', 'Deleted']) {
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
  }
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(
    String(new Date(second).getFullYear()),
  )
  await page.getByRole('checkbox', { name: 'Select notes.txt' }).check()
  for (const action of ['Refresh', 'Delete Selected', 'Create Folder', 'Upload']) {
    await expect(page.getByRole('button', { name: action, exact: true })).toHaveAttribute('aria-disabled', 'true')
  }
  await expect(rowOf(page, 'old.txt').getByRole('button', { name: 'Download' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expectAccessible(page)
  expect((await downloadOf(page, rowOf(page, 'notes.txt'))).bytes.toString()).toBe('as it was')

  await rowOf(page, 'gone').getByRole('link', { name: 'View' }).click()
  await expect(rowOf(page, 'later.txt')).toContainText('No')
  expect((await downloadOf(page, rowOf(page, 'later.txt'))).bytes.toString()).toBe('deleted later')

  await rowOf(page, 'later.txt').getByRole('link', { name: 'View' }).click()
  await expect(page.getByRole('heading', { name: 'later.txt', level: 1 })).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'gone' }).click()
  await expect(rowOf(page, 'later.txt'), 'rewound again').toContainText('No')

  await page.getByRole('button', { name: /^Rewind: shown as of/ }).click()
  await dialog.getByRole('switch', { name: 'Current Status' }).press(' ')
  await dialog.getByRole('button', { name: 'Show Current Data' }).click()
  await expect(page).toHaveURL(new RegExp(`/${bucket}/gone/$`))
  await expect(page.getByText(text('objects:empty.folderTitle'))).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeEnabled()
})

test("a deleted folder opens as it was, and a bucket without versioning says why it can't be rewound", async ({
  page,
  storage,
  provokes,
  given,
}) => {
  await test.step('a deleted folder opens as it was, from an address without the trailing slash', async () => {
    provokes(404)
    const bucket = await versionedBucket(storage)
    await putVersion(storage, bucket, 'gone/later.txt', 'deleted later')
    const written = Date.now()
    await expect.poll(() => Date.now(), { intervals: [100] }).toBeGreaterThan(written + 1000)
    await storage.request({ method: 'DELETE', bucket, key: 'gone/later.txt' })

    await page.goto(`/object-browser/${bucket}/gone?rewind=${new Date(written + 500).toISOString()}`)
    await page.getByRole('link', { name: text('objectDetail:missing.asFolder') }).click()
    await expect(rowOf(page, 'later.txt')).toContainText('No')
  })

  await test.step(`a bucket without versioning says why it can't be rewound`, async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a.txt')
    await visit(page, `/object-browser/${bucket}/`)
    const rewind = page.getByRole('button', { name: 'Rewind', exact: true })
    await expect(rewind).toHaveAttribute('title', /^Only a versioned bucket can be rewound\./)
    await expect(rewind).toHaveAttribute('aria-disabled', 'true')
  })
})
