/** Versions compared and copied, and folders restored to a moment. */
import type { Page } from '@playwright/test'
import { countEffort } from '../../scripts/effort.ts'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, test, visit } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { text } from '../src/text.ts'
import { fieldText, putVersion, versionedBucket } from '../src/versions.ts'

const versionRow = (page: Page, id: string) =>
  page.getByRole('region', { name: 'Versions' }).getByRole('row').filter({ hasText: id })

async function chooseInMenu(page: Page, id: string, action: string): Promise<void> {
  await versionRow(page, id)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

test.beforeEach(({ signIn }) => signIn())

test('versions are compared and copied, and a folder is restored to the time that Rewind shows', async ({
  page,
  storage,
}) => {
  await test.step('two versions are compared, and the earlier one is copied to another name', async () => {
    const bucket = await versionedBucket(storage)
    const first = await putVersion(storage, bucket, 'docs/plan.txt', 'one\ntwo\nthree', { 'x-amz-meta-owner': 'ann' })
    const second = await putVersion(storage, bucket, 'docs/plan.txt', 'one\n2\nthree', { 'x-amz-meta-owner': 'bob' })
    await page.goto(`/object-browser/${bucket}/docs/plan.txt`)
    await expect(versionRow(page, second)).toBeVisible()

    await chooseInMenu(page, first, text('objectDetail:versions.compare'))
    const comparison = page.getByRole('dialog', { name: text('compare:title', { name: 'plan.txt' }) })
    await expect(comparison.getByLabel(text('compare:before'))).toHaveValue(first)
    await expect(comparison.getByLabel(text('compare:after'))).toHaveValue(second)
    const changed = comparison.getByRole('region', { name: 'Content' }).getByRole('row').filter({ hasText: 'two' })
    await expect(changed).toHaveText(`2${text('compare:removed')}two2${text('compare:added')}2`)
    const owner = comparison.getByRole('row').filter({ hasText: 'owner' })
    await expect(owner).toContainText('ann')
    await expect(owner).toContainText('bob')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(comparison).toHaveCount(0)

    await chooseInMenu(page, first, text('objectDetail:versions.copy'))
    const copy = page.getByRole('dialog')
    await copy.getByLabel('New name').fill('plan-before.txt')
    await copy.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(
      page.getByText(text('copying:version.done', { name: 'plan.txt', place: `${bucket}/docs/plan-before.txt` })),
    ).toBeVisible()
    const stored = await storage.request({ method: 'GET', bucket, key: 'docs/plan-before.txt' })
    expect([stored.text, stored.headers['x-amz-meta-owner']]).toEqual(['one\ntwo\nthree', 'ann'])
  })

  await test.step('a folder is restored to the time that Rewind shows', async () => {
    const bucket = await versionedBucket(storage)
    await putVersion(storage, bucket, 'f/notes.txt', 'as it was')
    await putVersion(storage, bucket, 'f/gone.txt', 'deleted later')
    // The field counts in seconds: the next write falls in another one.
    const second = Math.floor(Date.now() / 1000) * 1000
    await expect.poll(() => Date.now(), { intervals: [100] }).toBeGreaterThan(second + 1000)
    await putVersion(storage, bucket, 'f/notes.txt', 'as it became')
    await storage.request({ method: 'DELETE', bucket, key: 'f/gone.txt' })
    await putVersion(storage, bucket, 'f/new.txt', 'not there yet')

    await visit(page, `/object-browser/${bucket}/f/`)
    await expect(rowOf(page, 'new.txt')).toBeVisible()
    await page.getByRole('button', { name: 'Rewind', exact: true }).click()
    const rewind = page.getByRole('dialog', { name: 'Rewind' })
    await rewind.getByLabel('Rewind to').fill(fieldText(second))
    await rewind.getByRole('button', { name: 'Show Rewind Data' }).click()
    await expect(rowOf(page, 'gone.txt')).toBeVisible()
    await page.getByRole('button', { name: 'Restore', exact: true }).press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Restore .* to / })
    const counts = dialog.getByRole('region', { name: text('changeVersions:counts') })
    await expect(counts.getByRole('listitem')).toHaveText([
      text('changeVersions:copied_other', { number: '2', size: '22 B' }),
      text('changeVersions:marked_one', { number: '1' }),
    ])
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Restore', exact: true }).press('Enter')
    await expect(page).toHaveURL(new RegExp(`/${bucket}/f/$`))
    await expect(rowOf(page, 'gone.txt')).toBeVisible()
    await expect(rowOf(page, 'new.txt')).toHaveCount(0)
    expect((await storage.request({ method: 'GET', bucket, key: 'f/notes.txt' })).text).toBe('as it was')

    await page.getByRole('button', { name: text('objects:versions.menu'), exact: true }).click()
    await page.getByRole('menuitem', { name: text('objects:versions.undelete') }).click()
    const undelete = page.getByRole('dialog')
    await expect(undelete.getByRole('listitem')).toHaveText([text('changeVersions:undeleted_one', { number: '1' })])
    await expect(undelete.getByRole('table').locator('[tabindex]'), 'a time is no place to stop at').toHaveCount(0)
    await undelete.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(rowOf(page, 'new.txt')).toBeVisible()
  })

  await test.step('one deleted object is restored by its name, with three clicks from its folder', async () => {
    const bucket = await versionedBucket(storage)
    for (const key of ['f/kept.txt', 'f/deep/lost.txt', 'f/other.txt']) await putVersion(storage, bucket, key, key)
    for (const key of ['f/deep/lost.txt', 'f/other.txt']) await storage.request({ method: 'DELETE', bucket, key })
    await visit(page, `/object-browser/${bucket}/f/`)
    const effort = await countEffort(page)
    await page.getByRole('button', { name: text('deletedObjects:show') }).click()
    await expect(rowOf(page, 'deep/lost.txt')).toBeVisible()
    await expect(rowOf(page, 'other.txt')).toBeVisible()
    await expect(rowOf(page, 'kept.txt')).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Restore deep/lost.txt' }).click()
    const dialog = page.getByRole('dialog')
    const names = dialog.getByRole('region', { name: text('changeVersions:names') })
    await expect(names.getByRole('rowheader')).toHaveText(['f/deep/lost.txt'])
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(rowOf(page, 'deep/lost.txt')).toHaveCount(0)
    await expect(rowOf(page, 'other.txt')).toBeVisible()
    expect(await effort()).toEqual({ clicks: 3, keys: 0 })
    expect((await storage.request({ method: 'HEAD', bucket, key: 'f/deep/lost.txt' })).status).toBe(200)
    await page.getByRole('button', { name: text('deletedObjects:show') }).click()
    await expect(page).toHaveURL(`/object-browser/${bucket}/f/`)
  })
})
