/** Columns, order and dimensions of the lists, as specified (core-console 2 and 9, object-browser 2). */
import type { Locator } from '@playwright/test'
import { expect, test, visit } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'

test.beforeEach(({ signIn }) => signIn())

const headers = (table: Locator) => table.getByRole('columnheader').allInnerTexts()
const box = async (part: Locator) => (await part.boundingBox()) ?? { width: 0, height: 0 }

/** The specified dimensions of each table. */
const ROW_HEIGHT = 40
const HEADER_HEIGHT = 40
const OVERSCAN = 10
const SELECTION_WIDTH = 45
const ACTIONS_MIN_WIDTH = 80

test('lists have their columns, actions, order and sizes', async ({ page, given }) => {
  await test.step('the list of buckets has its columns, with sizes aligned right', async () => {
    const bucket = await given.bucket()
    await page.goto('/buckets')
    await page.getByPlaceholder('Search Buckets').fill(bucket)
    await expect(rowOf(page, bucket)).toBeVisible()
    const shown = (await headers(page.getByRole('grid', { name: 'Buckets' }))).filter((text) => text !== '')
    expect(shown).toEqual(expect.arrayContaining(['Name', 'Creation Date', 'Size']))
    const side = await page.getByRole('columnheader', { name: 'Size' }).evaluate((header) => {
      const { textAlign, direction } = header.ownerDocument.defaultView.getComputedStyle(header)
      return textAlign === 'end' && direction === 'ltr' ? 'right' : textAlign
    })
    expect(side).toBe('right')
    await expect(rowOf(page, bucket).getByRole('link', { name: 'View' })).toBeVisible()
    await expect(rowOf(page, bucket).getByRole('button', { name: 'Delete' })).toBeVisible()
  })

  await test.step('the buckets of the object browser show their name and used space', async () => {
    const bucket = await given.bucket()
    await page.goto('/object-browser')
    await page.getByPlaceholder('Search Buckets').fill(bucket)
    await expect(rowOf(page, bucket)).toBeVisible()
    const shown = await headers(page.getByRole('grid'))
    expect(shown).toEqual(expect.arrayContaining(['Name', 'Used Space']))
    await expect(page.getByRole('button', { name: 'Create Bucket' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
    await rowOf(page, bucket).getByRole('link', { name: 'View' }).click()
    await expect(page).toHaveURL(new RegExp(`/object-browser/${bucket}/$`))
  })

  await test.step('a folder has its columns and actions, with folders before files', async () => {
    const bucket = await given.bucket()
    await given.objects(bucket, ['a.txt', 'z/1.txt'])
    await visit(page, `/object-browser/${bucket}/`)
    await expect(rowOf(page, 'a.txt')).toBeVisible()
    expect(await headers(page.getByRole('grid'))).toEqual(expect.arrayContaining(['Name', 'Last Modified', 'Size']))
    await expect(page.getByRole('row').nth(1)).toContainText('z')
    await expect(page.getByRole('row').nth(2)).toContainText('a.txt')
    await expect(page.getByPlaceholder('Search objects')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select a.txt' }).check()
    for (const action of ['Refresh', 'Delete Selected', 'Create Folder', 'Upload']) {
      await expect(page.getByRole('button', { name: action, exact: true })).toBeVisible()
    }
    await expect(page.getByRole('row').nth(1).getByRole('link', { name: 'View' })).toBeVisible()
    await expect(rowOf(page, 'a.txt').getByRole('link', { name: 'Download' })).toBeVisible()
    await expect(rowOf(page, 'a.txt').getByRole('button', { name: 'Delete' })).toBeVisible()
  })

  await test.step('rows, header, checkboxes and actions have the specified sizes', async () => {
    const bucket = await given.bucket()
    await given.objects(
      bucket,
      Array.from({ length: 80 }, (_, index) => `${String(index).padStart(2, '0')}.txt`),
    )
    await visit(page, `/object-browser/${bucket}/`)
    const first = rowOf(page, '00.txt')
    await expect(first).toBeVisible()
    expect((await box(first)).height).toBe(ROW_HEIGHT)
    expect((await box(page.getByRole('rowgroup').first())).height).toBe(HEADER_HEIGHT)
    expect((await box(first.getByRole('gridcell').first())).width).toBe(SELECTION_WIDTH)
    expect((await box(first.getByRole('gridcell').last())).width).toBeGreaterThanOrEqual(ACTIONS_MIN_WIDTH)

    // The list gets its height during layout, and then renders again. A row at either end may be partly visible.
    const beyond = async () => {
      const height = await page.getByRole('grid').evaluate((grid) => grid.parentElement?.clientHeight ?? 0)
      return (await page.getByRole('row').count()) - 1 - Math.ceil((height - HEADER_HEIGHT) / ROW_HEIGHT)
    }
    await expect.poll(beyond, 'rows rendered beyond the visible ones').toBeGreaterThanOrEqual(OVERSCAN)
    await expect.poll(beyond).toBeLessThan(OVERSCAN + 5)
  })
})
