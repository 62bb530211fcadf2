/** Versions of an object: how they are protected, restored and deleted. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test, visit } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { text } from '../src/text.ts'
import { lockedBucket, putVersion, versionedBucket, versionsOf } from '../src/versions.ts'

const fact = (page: Page, label: string) =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd')

const versions = (page: Page) => page.getByRole('region', { name: 'Versions' })
const versionRow = (page: Page, id: string) => versions(page).getByRole('row').filter({ hasText: id })

async function downloaded(page: Page, link: Locator): Promise<string> {
  const started = page.waitForEvent('download')
  await link.click()
  return await readFile(await (await started).path(), 'utf8')
}

/** Chooses a day of a future year in the open dialog. */
async function chooseDay(dialog: Locator, month: string, day: string, year: number): Promise<void> {
  await dialog.getByLabel('Month').selectOption(month)
  await dialog.getByLabel('Day').selectOption(day)
  await dialog.getByLabel('Year').selectOption(String(year))
}

const NEXT_YEAR = new Date().getFullYear() + 1

test.beforeEach(async ({ page, signIn }) => {
  page.setDefaultTimeout(60_000)
  await signIn()
})

test('versions are listed, downloaded, shared and permanently deleted, and a phone shows their menus', async ({
  page,
  storage,
}) => {
  await test.step('versions are numbered, found by ID, previewed, downloaded and shared', async () => {
    const bucket = await versionedBucket(storage)
    const ids: string[] = []
    for (const body of ['first', 'second', 'the third']) ids.push(await putVersion(storage, bucket, 'plan.txt', body))
    const [first = '', second = '', third = ''] = ids
    // Another key with the same prefix, whose versions must not be listed.
    await putVersion(storage, bucket, 'plan.txt.bak', 'other')
    await page.goto(`/object-browser/${bucket}/plan.txt`)

    await expect(versionRow(page, third)).toContainText('v3')
    await expect(versionRow(page, third), 'two words for screen readers too').toContainText('v3 latest')
    await expect(versionRow(page, second)).toContainText('v2')
    await expect(versionRow(page, first)).toContainText('v1')
    await expect(versions(page).getByText('3 versions')).toBeVisible()
    for (const column of ['Version', 'Version ID', 'Last Modified', 'Deleted']) {
      await expect(versions(page).getByRole('columnheader', { name: column, exact: true })).toBeVisible()
    }
    await expectAccessible(page)

    await page.getByPlaceholder('Search by version id').fill(second)
    await expect(versionRow(page, first)).toHaveCount(0)
    await expect(versionRow(page, second)).toBeVisible()
    await page.getByPlaceholder('Search by version id').fill('')

    expect(await downloaded(page, versionRow(page, first).getByRole('link', { name: 'Download' }))).toBe('first')
    await versionRow(page, first).getByRole('button', { name: 'Share' }).click()
    const link = page.getByRole('dialog').getByLabel('Link')
    await expect(link).toHaveValue(new RegExp(`versionId=${first}`))
    expect(await (await fetch(await link.inputValue())).text()).toBe('first')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await versionRow(page, first).getByRole('link', { name: 'View' }).click()
    await expect(page.getByText(text('objectDetail:olderVersion', { version: first }))).toBeVisible()
    await expect(fact(page, 'Size')).toHaveText('5 B')
    await page.getByRole('link', { name: 'Show the latest version' }).click()
    await expect(fact(page, 'Size')).toHaveText('9 B')
  })

  await test.step('one version is permanently deleted after its name is typed, then all of them', async () => {
    const bucket = await versionedBucket(storage)
    const first = await putVersion(storage, bucket, 'in/plan.txt', 'first')
    const second = await putVersion(storage, bucket, 'in/plan.txt', 'second')
    await putVersion(storage, bucket, 'in/keep.txt', 'other')
    await visit(page, `/object-browser/${bucket}/in/plan.txt`)
    await versionRow(page, first).getByRole('button', { name: 'Delete' }).click()
    let dialog = page.getByRole('dialog', { name: 'Delete a version of plan.txt' })
    await expect(dialog.getByText(`Version ${first} will be lost.`)).toBeVisible()
    const remove = () => dialog.getByRole('button', { name: 'Delete' })
    await expect(remove()).toBeDisabled()
    await dialog.getByLabel('Type plan.txt to confirm').fill('plan.txt')
    await remove().click()
    await expect(
      page.getByText(text('objectDetail:deletion.deletedVersion', { id: first, name: 'plan.txt' })),
    ).toBeVisible()
    await expect(versionRow(page, first)).toHaveCount(0)
    await expect.poll(() => versionsOf(storage, bucket, 'in/plan.txt')).toEqual([second])

    await page.getByRole('group', { name: 'File Actions' }).getByRole('button', { name: 'Delete' }).click()
    dialog = page.getByRole('dialog', { name: 'Delete plan.txt' })
    await dialog.getByRole('radio', { name: text('objectDetail:deletion.all') }).check()
    await expect(remove()).toBeDisabled()
    await dialog.getByLabel('Type plan.txt to confirm').fill('plan.txt')
    await remove().click()
    await expect(page.getByText(text('objectDetail:deletion.deletedAll', { name: 'plan.txt' }))).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/object-browser/${bucket}/in/$`))
    await expect(rowOf(page, 'keep.txt')).toBeVisible()
    await expect.poll(() => versionsOf(storage, bucket, 'in/plan.txt')).toEqual([])
  })

  await test.step(`compliance retention can only be extended, and a retained version can't be deleted`, async () => {
    const bucket = await lockedBucket(storage)
    const until = `${NEXT_YEAR}-06-30T23:59:59Z`
    await putVersion(storage, bucket, 'contract.pdf', 'signed', {
      'x-amz-object-lock-mode': 'COMPLIANCE',
      'x-amz-object-lock-retain-until-date': until,
    })
    await visit(page, `/object-browser/${bucket}/contract.pdf`)
    await page.getByRole('button', { name: 'Edit retention' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set Retention Policy of contract.pdf' })
    await expect(dialog.getByText('Compliance retention protects this version until')).toBeVisible()
    await expect(dialog.getByRole('switch'), 'it cannot be disabled').toHaveCount(0)
    const save = dialog.getByRole('button', { name: 'Save' })
    await chooseDay(dialog, '6', '1', NEXT_YEAR)
    await expect(dialog.getByText(text('objectDetail:retention.shortened', { time: '' }))).toBeVisible()
    await expect(save).toBeDisabled()
    await chooseDay(dialog, '7', '1', NEXT_YEAR)
    await save.click()
    await expect(page.getByText(text('objectDetail:retention.saved', { name: 'contract.pdf' }))).toBeVisible()
    await expect(fact(page, 'Retention')).toContainText(/^Compliance until .*Jul/)

    await versions(page)
      .getByRole('button', { name: /^Delete version/ })
      .click()
    const deletion = page.getByRole('dialog', { name: 'Delete a version of contract.pdf' })
    await expect(deletion.getByText('No one can delete it before then.')).toBeVisible()
    await expect(deletion.getByRole('button', { name: 'Delete' })).toBeDisabled()
  })

  await test.step('a phone shows every version with its menu', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const bucket = await versionedBucket(storage)
    await putVersion(storage, bucket, `${'a long name '.repeat(8)}.txt`, 'first')
    await putVersion(storage, bucket, `${'a long name '.repeat(8)}.txt`, 'second')
    await visit(page, `/object-browser/${bucket}/${encodeURIComponent('a long name '.repeat(8))}.txt`)
    await expect(versions(page).getByText('2 versions')).toBeVisible()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
    await versions(page)
      .getByRole('button', { name: /^Actions for version/ })
      .last()
      .click()
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    await expect(page.getByRole('dialog').getByText('becomes the latest version again.')).toBeVisible()
    await expectAccessible(page)
  })
})

test(
  'versions are restored, held and retained, and protected ones stay',
  ON_MINIO_TOO,
  async ({ page, storage, provokes }) => {
    await test.step('an earlier version is restored as a new version, and the others stay', async () => {
      const bucket = await versionedBucket(storage)
      const first = await putVersion(storage, bucket, 'plan.txt', 'first')
      const second = await putVersion(storage, bucket, 'plan.txt', 'the second')
      await page.goto(`/object-browser/${bucket}/plan.txt`)
      await expect(versionRow(page, second)).toBeVisible()
      await expect(versionRow(page, second).getByRole('button', { name: 'Restore' }), 'it is the latest').toHaveCount(0)
      await versionRow(page, first).getByRole('button', { name: 'Restore' }).click()
      const dialog = page.getByRole('dialog', { name: 'Restore plan.txt' })
      await expect(dialog.getByText(text('objectDetail:restore.versionNote', { id: first }))).toBeVisible()
      await dialog.getByRole('button', { name: 'Restore' }).click()
      await expect(page.getByText(text('objectDetail:restore.copy', { name: 'plan.txt' }))).toBeVisible()
      await expect(fact(page, 'Size')).toHaveText('5 B')
      await expect(versions(page).getByText('3 versions')).toBeVisible()
      expect((await storage.request({ method: 'GET', bucket, key: 'plan.txt' })).text).toBe('first')
    })

    await test.step('a deleted object keeps its versions and is restored', async () => {
      const bucket = await versionedBucket(storage)
      const id = await putVersion(storage, bucket, 'plan.txt', 'first')
      await visit(page, `/object-browser/${bucket}/plan.txt`)
      await page.getByRole('group', { name: 'File Actions' }).getByRole('button', { name: 'Delete' }).click()
      let dialog = page.getByRole('dialog', { name: 'Delete plan.txt' })
      await expect(dialog.getByRole('radio', { name: 'Delete the object, keep its versions' })).toBeChecked()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Delete' }).click()

      await expect(page.getByText("Object 'plan.txt' deleted successfully.")).toBeVisible()
      await expect(page.getByText(text('objectDetail:deleted.title'))).toBeVisible()
      await expect(versionRow(page, 'latest')).toContainText('Yes')
      await expect(versionRow(page, id)).toContainText('No')
      await expectAccessible(page)

      await page.getByRole('main').getByRole('button', { name: 'Restore', exact: true }).click()
      dialog = page.getByRole('dialog', { name: 'Restore plan.txt' })
      await dialog.getByRole('button', { name: 'Restore' }).click()
      await expect(page.getByText(text('objectDetail:restore.marker', { name: 'plan.txt' }))).toBeVisible()
      await expect(fact(page, 'Size')).toHaveText('5 B')
      await expect.poll(() => versionsOf(storage, bucket, 'plan.txt')).toEqual([id])
    })

    await test.step(`a legal hold is set and released, and a held version can't be deleted`, async () => {
      provokes(409)
      const bucket = await lockedBucket(storage)
      const id = await putVersion(storage, bucket, 'contract.pdf', 'signed')
      await visit(page, `/object-browser/${bucket}/contract.pdf`)
      await expect(fact(page, 'Legal Hold')).toHaveText('Off')
      const edit = page.getByRole('button', { name: 'Edit legal hold' })
      const dialog = page.getByRole('dialog', { name: 'Set Legal Hold of contract.pdf' })
      const set = async () => {
        await edit.click()
        await dialog.getByRole('switch').click()
        await dialog.getByRole('button', { name: 'Save' }).click()
        await expect(dialog).toBeHidden()
        await expect(edit, 'focus returns').toBeFocused()
      }
      await edit.click()
      await expect(dialog).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await set()
      await expect(page.getByText('Legal hold of contract.pdf is on.')).toBeVisible()
      await expect(fact(page, 'Legal Hold')).toHaveText('On')
      const stored = async () =>
        (await storage.request({ method: 'GET', bucket, key: 'contract.pdf', query: { 'legal-hold': '' } })).text
      expect(await stored()).toContain('ON')

      await page.getByRole('group', { name: 'File Actions' }).getByRole('button', { name: 'Delete' }).click()
      const deletion = page.getByRole('dialog', { name: 'Delete contract.pdf' })
      await deletion.getByRole('radio', { name: text('objectDetail:deletion.version') }).check()
      await expect(deletion.getByText(text('objectDetail:deletion.held'))).toBeVisible()
      await deletion.getByLabel('Type contract.pdf to confirm').fill('contract.pdf')
      await expect(deletion.getByRole('button', { name: 'Delete' })).toBeDisabled()
      // The storage itself reports which of the versions stays.
      await deletion.getByRole('radio', { name: text('objectDetail:deletion.all') }).check()
      await deletion.getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText(text('objectDetail:deletion.partly_one', { number: 1 }))).toBeVisible()
      await expect.poll(() => versionsOf(storage, bucket, 'contract.pdf')).toEqual([id])

      await page.goto(`/object-browser/${bucket}/contract.pdf`)
      await set()
      await expect(fact(page, 'Legal Hold')).toHaveText('Off')
      expect(await stored()).toContain('OFF')
    })

    await test.step('governance retention is set, keeps its mode, and is removed', async () => {
      const bucket = await lockedBucket(storage)
      const id = await putVersion(storage, bucket, 'contract.pdf', 'signed')
      await visit(page, `/object-browser/${bucket}/contract.pdf`)
      await expect(fact(page, 'Retention')).toHaveText('None')
      const edit = page.getByRole('button', { name: 'Edit retention' })
      const dialog = page.getByRole('dialog', { name: 'Set Retention Policy of contract.pdf' })
      const save = dialog.getByRole('button', { name: 'Save' })

      await edit.click()
      await dialog.getByRole('switch', { name: 'Disabled' }).click()
      await expect(save, 'a type is missing').toBeDisabled()
      await dialog.getByLabel('Type').selectOption('governance')
      await expect(save, 'a date is missing').toBeDisabled()
      await chooseDay(dialog, '6', '30', NEXT_YEAR)
      await expectAccessible(page)
      await save.click()
      await expect(page.getByText(text('objectDetail:retention.saved', { name: 'contract.pdf' }))).toBeVisible()
      await expect(fact(page, 'Retention')).toContainText(/^Governance until .*30 Jun/)

      await page.getByRole('group', { name: 'File Actions' }).getByRole('button', { name: 'Delete' }).click()
      const deletion = page.getByRole('dialog', { name: 'Delete contract.pdf' })
      await deletion.getByRole('radio', { name: text('objectDetail:deletion.version') }).check()
      await expect(deletion.getByText('Governance retention protects this version until')).toBeVisible()
      await deletion.getByLabel('Type contract.pdf to confirm').fill('contract.pdf')
      await expect(deletion.getByRole('button', { name: 'Delete' })).toBeDisabled()
      await deletion.getByRole('switch', { name: text('objectDetail:deletion.bypass') }).click()
      await expect(deletion.getByRole('button', { name: 'Delete' })).toBeEnabled()
      await deletion.getByRole('button', { name: 'Cancel' }).click()

      await edit.click()
      await expect(dialog.getByLabel('Type'), 'the mode of existing retention is locked').toBeDisabled()
      await dialog.getByRole('switch', { name: 'Enabled' }).click()
      await expect(dialog.getByText(text('objectDetail:retention.bypass'))).toBeVisible()
      await save.click()
      await expect(page.getByText('Retention of contract.pdf was removed.')).toBeVisible()
      await expect(fact(page, 'Retention')).toHaveText('None')
      await storage.request({ method: 'DELETE', bucket, key: 'contract.pdf', query: { versionId: id } })
    })
  },
)
