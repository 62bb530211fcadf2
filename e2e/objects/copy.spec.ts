/** Copy, move and rename: of rows, selections and folders, with names of every kind. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { keysOf, LISTED } from '../src/given.ts'
import { expect, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { errorText, text } from '../src/text.ts'

test.beforeEach(({ page }) => {
  page.setDefaultTimeout(60_000)
})

async function openAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('selected objects are copied into a folder chosen by browsing, and a folder moves to another bucket', async ({
  page,
  given,
  signIn,
  storage,
}) => {
  await test.step('selected objects and folders are copied into a folder chosen by browsing', async () => {
    const bucket = await given.bucket()
    await given.objects(bucket, ['in/a.txt', 'in/b/c.txt', 'in/stays.txt', 'out/2026/june/a.txt', 'out/2026/may/x.txt'])
    await signIn()
    await page.goto(`/object-browser/${bucket}/in/`)
    for (const name of ['a.txt', 'b']) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
    await page.getByRole('button', { name: text('shared:selection.more'), exact: true }).click()
    await page.getByRole('menuitem', { name: 'Copy' }).click()

    const dialog = page.getByRole('dialog', { name: `Copy 2 items from ${bucket}/in` })
    const submit = dialog.getByRole('button', { name: 'Copy', exact: true })
    await expect(submit, 'the current folder is not a valid destination').toBeDisabled()
    await dialog.getByLabel('Folder', { exact: true }).fill('')
    await dialog.getByRole('button', { name: 'out', exact: true }).click()
    await expect(dialog.getByLabel('Folder', { exact: true })).toBeFocused()
    await dialog.getByRole('button', { name: '2026', exact: true }).click()
    await dialog.getByRole('button', { name: 'may', exact: true }).click()
    await dialog.getByRole('button', { name: text('copying:to.up'), exact: true }).click()
    await dialog.getByRole('button', { name: 'june', exact: true }).click()
    await expect(dialog.getByLabel('Folder', { exact: true })).toHaveValue('out/2026/june/')
    await expect(dialog.getByText(text('copying:existing.taken_one', { number: 1 }))).toBeVisible()
    await dialog.getByRole('radio', { name: 'Keep both' }).check()
    await expectAccessible(page)
    await submit.click()

    await expect(page.getByText(`2 objects copied to ${bucket}/out/2026/june.`)).toBeVisible()
    await expect
      .poll(() => keysOf(storage, bucket), LISTED)
      .toEqual([
        'in/a.txt',
        'in/b/c.txt',
        'in/stays.txt',
        'out/2026/june/a (1).txt',
        'out/2026/june/a.txt',
        'out/2026/june/b/c.txt',
        'out/2026/may/x.txt',
      ])
  })

  await test.step('a folder moves to another bucket, and objects that exist there stay in both', async () => {
    const bucket = await given.bucket()
    const other = await given.bucket('other')
    await given.objects(bucket, ['f/a', 'f/b', 'g'])
    await given.object(other, 'new/f/b', 'what was there')
    await page.goto(`/object-browser/${bucket}/`)
    await openAction(page, 'f', 'Move')
    const dialog = page.getByRole('dialog', { name: 'Move f' })
    await dialog.getByLabel('Bucket', { exact: true }).selectOption(other)
    await dialog.getByLabel('Folder', { exact: true }).fill('new')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(
      page.getByText(`1 object moved to ${other}/new. ${text('copying:skipped_one', { number: 1 })}`),
    ).toBeVisible()
    await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(['f/b', 'g'])
    await expect.poll(() => keysOf(storage, other), LISTED).toEqual(['new/f/a', 'new/f/b'])
    const moved = await storage.request({ method: 'GET', bucket: other, key: 'new/f/b' })
    expect(moved.text).toBe('what was there')
    await page.getByRole('link', { name: 'f', exact: true }).click()
    await expect(page.getByRole('link', { name: 'b', exact: true }), 'one object remains').toBeVisible()
    await expect(page.getByRole('link', { name: 'a', exact: true })).toHaveCount(0)
  })
})

test('objects and folders are renamed and moved, with the keyboard and with any name, and copied where only one folder is allowed', async ({
  page,
  given,
  signIn,
  storage,
  provokes,
}) => {
  await test.step('an object is renamed in its row, and an existing name is rejected at its field', async () => {
    provokes(409)
    const bucket = await given.bucket()
    await given.objects(bucket, ['old.txt', 'taken.txt', 'f/x', 'f/y'])
    await signIn()
    await page.goto(`/object-browser/${bucket}/`)
    await openAction(page, 'old.txt', 'Rename')
    const dialog = page.getByRole('dialog', { name: 'Rename old.txt' })
    const name = dialog.getByLabel(text('copying:rename.name'))
    const submit = dialog.getByRole('button', { name: 'Rename', exact: true })
    await expect(name).toHaveValue('old.txt')
    await expect(submit).toBeDisabled()
    await name.fill('a/b')
    await expect(dialog.getByText(text('copying:rename.slash'))).toBeVisible()
    await name.fill('taken.txt')
    await submit.click()
    await expect(dialog.getByText(errorText('ObjectExists', { key: 'taken.txt' }))).toBeVisible()
    await expectAccessible(page)
    await name.fill('new.txt')
    await name.press('Enter')
    await expect(page.getByText(text('copying:rename.done', { name: 'old.txt', newName: 'new.txt' }))).toBeVisible()
    await expect(rowOf(page, 'new.txt')).toBeVisible(LISTED)
    await expect(rowOf(page, 'old.txt')).toHaveCount(0)

    await openAction(page, 'f', 'Rename')
    await page.getByLabel(text('copying:rename.name')).fill('folder')
    await page.getByRole('dialog', { name: 'Rename f' }).getByRole('button', { name: 'Rename', exact: true }).click()
    await expect(page.getByText(text('copying:rename.done', { name: 'f', newName: 'folder' }))).toBeVisible()
    await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(['folder/x', 'folder/y', 'new.txt', 'taken.txt'])
  })

  await test.step('F2 renames, Shift with an arrow selects, and Delete asks for what is selected', async () => {
    const bucket = await given.bucket()
    await given.objects(bucket, ['a.txt', 'b.txt', 'c.txt'])
    await page.goto(`/object-browser/${bucket}/`)
    await rowOf(page, 'a.txt').focus()
    await page.keyboard.press('F2')
    await expect(page.getByRole('dialog', { name: 'Rename a.txt' })).toBeVisible()
    await page.keyboard.press('Escape')
    await rowOf(page, 'a.txt').focus()
    await page.keyboard.press('Shift+ArrowDown')
    await expect(rowOf(page, 'b.txt')).toBeFocused()
    await page.keyboard.press('Delete')
    const deletion = page.getByRole('dialog')
    await deletion.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(['c.txt'])
  })

  await test.step('rows are selected, copied into a folder and moved with the keyboard alone', async () => {
    const bucket = await given.bucket()
    await given.objects(bucket, ['a.txt', 'b.txt', 'to/b.txt', 'to/deep/x'])
    await page.goto(`/object-browser/${bucket}/`)
    await rowOf(page, 'to').focus()
    for (const name of ['a.txt', 'b.txt']) {
      await page.keyboard.press('ArrowDown')
      await expect(rowOf(page, name)).toBeFocused()
      await page.keyboard.press('Space')
    }
    await page.getByRole('button', { name: text('shared:selection.more'), exact: true }).press('Enter')
    await takeByKeyboard(page, 'Copy')
    const folder = page.getByLabel('Folder', { exact: true })
    await expect(folder).toBeFocused()
    await page.keyboard.type('to/')
    await expect(page.getByText(text('copying:existing.taken_one', { number: 1 }))).toBeVisible()
    const choice = page.getByRole('radio', { checked: true })
    await expect(async () => {
      await page.keyboard.press('Tab')
      await expect(choice).toBeFocused({ timeout: 500 })
    }).toPass()
    await expect(async () => {
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('radio', { name: 'Keep both' })).toBeChecked({ timeout: 500 })
    }).toPass()
    await folder.press('Enter')
    await expect(page.getByText(`2 objects copied to ${bucket}/to.`)).toBeVisible()
    await expect
      .poll(() => keysOf(storage, bucket), LISTED)
      .toEqual(['a.txt', 'b.txt', 'to/a.txt', 'to/b (1).txt', 'to/b.txt', 'to/deep/x'])

    await page.getByRole('button', { name: 'Actions for a.txt', exact: true }).press('Enter')
    await takeByKeyboard(page, 'Move')
    await expect(folder).toBeFocused()
    await page.keyboard.type('new')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect.poll(() => keysOf(storage, bucket), LISTED).toContain('new/a.txt')
    await expect(rowOf(page, 'a.txt')).toHaveCount(0)
  })

  await test.step('objects with any name are moved into folders with any name', async () => {
    const bucket = await given.bucket()
    await given.objects(bucket, [...HOSTILE.map((name) => `from/${name}`), '<b>to + %2F/k'])
    await page.goto(`/object-browser/${bucket}/from/`)
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: text('shared:selection.more'), exact: true }).click()
    await page.getByRole('menuitem', { name: 'Move' }).click()
    const dialog = page.getByRole('dialog', { name: `Move ${HOSTILE.length} items from ${bucket}/from` })
    await dialog.getByLabel('Folder', { exact: true }).fill('')
    await dialog.getByRole('button', { name: '<b>to + %2F' }).click()
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(page.getByText(`${HOSTILE.length} objects moved to ${bucket}/<b>to + %2F.`)).toBeVisible()
    await expect
      .poll(async () => (await keysOf(storage, bucket)).sort(), LISTED)
      .toEqual(['k', ...HOSTILE].map((name) => `<b>to + %2F/${name}`).sort())
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
    await expect(page).not.toHaveTitle('owned')
  })

  await test.step('a user with access to one folder of an unlisted bucket can copy into that folder', async () => {
    // The user can't list its folders.
    provokes(403)
    const [from, to] = [await given.bucket('from'), await given.bucket('to')]
    await given.objects(from, ['a.txt'])
    const statement = (Action: string[], ...places: string[]) => ({
      Effect: 'Allow',
      Action,
      Resource: places.map((place) => `arn:aws:s3:::${place}`),
    })
    const keys = await given.user({
      Version: '2012-10-17',
      Statement: [statement(['s3:*'], from, `${from}/*`), statement(['s3:GetObject', 's3:PutObject'], `${to}/team/*`)],
    })
    await signIn({ keys })
    await page.goto(`/object-browser/${from}/`)
    await openAction(page, 'a.txt', 'Copy')
    const dialog = page.getByRole('dialog', { name: 'Copy a.txt' })
    await dialog.getByLabel('Bucket', { exact: true }).selectOption(to)
    await dialog.getByLabel('Folder', { exact: true }).fill('team')
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(page.getByText(`1 object copied to ${to}/team.`)).toBeVisible()
    await expect.poll(() => keysOf(storage, to), LISTED).toEqual(['team/a.txt'])
  })
})

/** Moves through the open menu to an entry with the arrow keys, and activates it. */
async function takeByKeyboard(page: Page, entry: string): Promise<void> {
  const item = page.getByRole('menuitem', { name: entry, exact: true })
  await expect(item).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(item).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('Enter')
}

const HOSTILE = [
  '<img src=x onerror="document.title=`owned`">',
  'invoice\u202Efdp.exe',
  '😀 + 100% a%2Fb?c#d',
  'two\nlines',
  ' leading and trailing ',
  'n'.repeat(240),
]
