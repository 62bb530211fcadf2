/** Tags, retention and legal hold of a selection, as background jobs. */

import { texts } from '@cooperage/testkit'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, test, visit } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import type { StorageProcess } from '../src/storage-process.ts'
import { text } from '../src/text.ts'
import { lockedBucket, putVersion } from '../src/versions.ts'

const NEXT_YEAR = new Date().getFullYear() + 1

const panel = (page: Page) => page.getByRole('region', { name: text('jobs:title') })

/** Selects a row of the open folder. */
async function choose(page: Page, name: string): Promise<void> {
  await rowOf(page, name).getByRole('checkbox').check()
}

/** Opens the menu of the selection, and the dialog of one of its entries. */
async function open(page: Page, entry: string, title: string): Promise<Locator> {
  await page.getByRole('button', { name: text('shared:selection.more'), exact: true }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  return page.getByRole('dialog', { name: title })
}

/** The tags of a key as they are stored. */
async function tagsOf(storage: StorageProcess, bucket: string, key: string): Promise<string[]> {
  const { text } = await storage.request({ method: 'GET', bucket, key, query: { tagging: '' } })
  const values = texts(text, 'Value')
  return texts(text, 'Key').map((name, at) => `${name}=${values[at]}`)
}

test.beforeEach(async ({ page, signIn }) => {
  page.setDefaultTimeout(60_000)
  await signIn()
})

test("tags are added to a selection and its folders, those at the limit are listed, and the menu says why objects can't be locked", async ({
  page,
  given,
  storage,
}) => {
  await test.step('tags are added to a selection and its folders; objects at the tag limit are listed, and tagged on retry', async () => {
    const bucket = await given.bucket()
    await given.objects(bucket, ['docs/free.txt', 'docs/deep/<b>.txt', 'single.txt', 'untouched.txt'])
    const full = Array.from({ length: 10 }, (_, index) => `k${index}=v`).join('&')
    await putVersion(storage, bucket, 'docs/full.txt', 'x', { 'x-amz-tagging': full })
    await page.goto(`/object-browser/${bucket}/`)
    await choose(page, 'docs')
    await choose(page, 'single.txt')

    const dialog = await open(page, 'Tags', `Change tags of 2 items in ${bucket}`)
    const save = dialog.getByRole('button', { name: 'Save' })
    await expect(save, 'nothing is typed yet').toBeDisabled()
    await dialog.getByLabel('Key 1').fill('team')
    await dialog.getByLabel('Value 1').fill('red')
    await expectAccessible(page)
    await save.click()
    await expect(panel(page).getByText(`${text('jobs:status.incomplete')} · 3 changed · 1 failed`)).toBeVisible()
    await panel(page)
      .getByRole('button', { name: text('jobs:show') })
      .click()
    const failure = panel(page).getByRole('listitem').filter({ hasText: 'docs/full.txt' }).last()
    await expect(failure).toContainText('an object has 10 tags at most')
    for (const key of ['docs/free.txt', 'docs/deep/<b>.txt', 'single.txt']) {
      expect(await tagsOf(storage, bucket, key), key).toEqual(['team=red'])
    }
    expect(await tagsOf(storage, bucket, 'untouched.txt')).toEqual([])

    await storage.request({ method: 'DELETE', bucket, key: 'docs/full.txt', query: { tagging: '' } })
    await panel(page)
      .getByRole('button', { name: text('jobs:retry') })
      .click()
    await expect(panel(page)).toHaveCount(0)
    expect(await tagsOf(storage, bucket, 'docs/full.txt')).toEqual(['team=red'])
  })

  await test.step(`the menu says why objects can't be locked`, async () => {
    const bucket = await given.bucket()
    await given.objects(bucket, ['a.txt'])
    await visit(page, `/object-browser/${bucket}/`)
    await choose(page, 'a.txt')
    await page.getByRole('button', { name: text('shared:selection.more'), exact: true }).click()
    for (const name of ['Retention', 'Legal Hold']) {
      const entry = page.getByRole('menuitem', { name })
      await expect(entry).toBeDisabled()
      await expect(entry).toHaveAttribute('title', text('objects:bulk.noLock'))
    }
  })
})

test('a folder gets a legal hold and retention, and objects under compliance are listed', async ({ page, storage }) => {
  const bucket = await lockedBucket(storage)
  await putVersion(storage, bucket, 'case/free.txt', 'x')
  await putVersion(storage, bucket, 'case/kept.txt', 'x', {
    'x-amz-object-lock-mode': 'COMPLIANCE',
    'x-amz-object-lock-retain-until-date': `${NEXT_YEAR + 1}-06-30T23:59:59Z`,
  })
  const headOf = async (key: string) => (await storage.request({ method: 'HEAD', bucket, key })).headers
  await page.goto(`/object-browser/${bucket}/`)
  await choose(page, 'case')

  const holding = await open(page, 'Legal Hold', 'Change legal hold of case')
  await expect(holding.getByLabel('Legal hold status')).toBeFocused()
  await holding.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(text('bulk:legalHold.done', { name: 'case' }))).toBeVisible()
  for (const key of ['case/free.txt', 'case/kept.txt']) {
    expect((await headOf(key))['x-amz-object-lock-legal-hold'], key).toBe('ON')
  }

  const retaining = await open(page, 'Retention', 'Change retention of case')
  await retaining.getByLabel(text('bulk:retention.how')).selectOption('governance')
  await expect(retaining.getByRole('button', { name: 'Save' }), 'a date is missing').toBeDisabled()
  await retaining.getByLabel('Month').selectOption('6')
  await retaining.getByLabel('Day').selectOption('30')
  await retaining.getByLabel('Year').selectOption(String(NEXT_YEAR))
  await expectAccessible(page)
  await retaining.getByRole('button', { name: 'Save' }).click()
  await expect(panel(page).getByText(`${text('jobs:status.incomplete')} · 1 changed · 1 failed`)).toBeVisible()
  await panel(page)
    .getByRole('button', { name: text('jobs:show') })
    .click()
  const failure = panel(page).getByRole('listitem').filter({ hasText: 'case/kept.txt' }).last()
  await expect(failure).toContainText(/compliance/i)
  expect((await headOf('case/free.txt'))['x-amz-object-lock-retain-until-date']).toContain(`${NEXT_YEAR}-06-30`)
})
