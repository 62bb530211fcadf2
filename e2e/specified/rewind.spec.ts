/** What a rewind shows besides its rows, and where it ends (object-browser 2 and 4). */
import { expect, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { putVersion, versionedBucket } from '../src/versions.ts'

test('the path shows the point in time, a deleted object says why it is missing, and other buckets are unaffected', async ({
  page,
  signIn,
  storage,
}) => {
  test.setTimeout(180_000)
  const [bucket, other] = [await versionedBucket(storage), await versionedBucket(storage)]
  await putVersion(storage, bucket, 'kept.txt', 'x')
  await putVersion(storage, bucket, 'gone.txt', 'x')
  await storage.request({ method: 'DELETE', bucket, key: 'gone.txt' })
  await putVersion(storage, other, 'there.txt', 'x')
  await signIn()
  // A future year shows the current state, whatever the clock of the storage says.
  const year = new Date().getFullYear() + 1
  await page.goto(`/object-browser/${bucket}/?rewind=${year}-07-01T12:00:00.000Z`)
  await expect(rowOf(page, 'gone.txt')).toContainText('Yes')
  const path = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(path).toContainText(new RegExp(`${bucket} · .*${year}`))
  const download = rowOf(page, 'gone.txt').getByRole('button', { name: 'Download' })
  await expect(download).toHaveAttribute('title', /It had already been deleted at that time\./)
  await expect(download).toHaveAttribute('aria-disabled', 'true')
  await expect(rowOf(page, 'kept.txt').getByRole('link', { name: 'Download' })).toBeVisible()

  await path.getByRole('link', { name: 'All Buckets' }).click()
  await page.getByPlaceholder('Search Buckets').fill(other)
  await page.getByRole('link', { name: other, exact: true }).click()
  await expect(rowOf(page, 'there.txt')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/object-browser/${other}/$`))
  await expect(page.getByRole('button', { name: 'Rewind', exact: true })).toBeEnabled()
})
