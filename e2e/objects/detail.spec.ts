/** The page of one object: its details, its tags, and its actions. */
import { readFile } from 'node:fs/promises'
import { allow, texts } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { keysOf } from '../src/given.ts'
import { expect, ON_MINIO_TOO, test, visit } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { permissionError, text } from '../src/text.ts'

test.beforeEach(({ page }) => {
  page.setDefaultTimeout(60_000)
})

const fact = (page: Page, label: string) =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd')

async function downloaded(page: Page): Promise<string> {
  const started = page.waitForEvent('download')
  await page.getByRole('group', { name: 'File Actions' }).getByRole('link', { name: 'Download' }).click()
  return await readFile(await (await started).path(), 'utf8')
}

test(
  'the page of an object shows its details, downloads and shares it, and its tags are changed',
  ON_MINIO_TOO,
  async ({ page, given, signIn, storage }) => {
    await test.step('a click on a file opens its page, which shows its details and downloads it', async () => {
      const bucket = await given.bucket()
      await storage.request({
        method: 'PUT',
        bucket,
        key: 'reports/may.csv',
        body: 'a,b,c',
        headers: { 'content-type': 'text/csv', 'cache-control': 'no-cache', 'x-amz-meta-author': 'Maria' },
      })
      await signIn()
      await page.goto(`/object-browser/${bucket}/reports/`)
      await rowOf(page, 'may.csv').getByRole('link', { name: 'may.csv', exact: true }).click()

      await expect(page).toHaveURL(new RegExp(`/object-browser/${bucket}/reports/may\\.csv$`))
      await expect(page.getByRole('heading', { level: 1, name: 'may.csv' })).toBeVisible()
      await expect(fact(page, 'Name')).toHaveText('may.csv')
      await expect(fact(page, 'Path')).toContainText(`${bucket}/reports/may.csv`)
      await expect(fact(page, 'Size')).toHaveText('5 B')
      await expect(fact(page, 'ETag')).toContainText('a44c56c8177e32d3613988f4dba7962e')
      await expect(fact(page, 'Storage Class')).toHaveText('STANDARD')
      await expect(fact(page, 'Encryption')).toHaveText('None')
      await expect(fact(page, 'Content-Type')).toHaveText('text/csv')
      await expect(fact(page, 'Cache-Control')).toHaveText('no-cache')
      await expect(fact(page, 'author')).toHaveText('Maria')
      await expect(page.getByText('The bucket was created without object locking')).toBeVisible()
      await expect(page.getByRole('region', { name: 'Versions' })).toHaveCount(0)
      await expectAccessible(page)

      await expect(
        page.getByRole('group', { name: 'File Actions' }).getByRole('button', { name: 'Delete' }),
      ).toBeVisible()
      expect(await downloaded(page)).toBe('a,b,c')
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Share File may.csv' })
      await expect(dialog.getByLabel('Link')).toHaveValue(/^http/)
      const link = await dialog.getByLabel('Link').inputValue()
      expect(await (await fetch(link)).text()).toBe('a,b,c')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeFocused()

      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'reports' }).click()
      await expect(rowOf(page, 'may.csv')).toBeVisible()
    })

    await test.step('tags are added, replaced and deleted, and tags that others set concurrently stay', async () => {
      const bucket = await given.bucket()
      await given.object(bucket, 'a.txt')
      const stored = async () => {
        const { text } = await storage.request({ method: 'GET', bucket, key: 'a.txt', query: { tagging: '' } })
        const values = texts(text, 'Value')
        return Object.fromEntries(texts(text, 'Key').map((key, index) => [key, values[index]]))
      }
      await visit(page, `/object-browser/${bucket}/a.txt`)
      const tags = page.getByRole('region', { name: 'Tags' })
      const add = tags.getByRole('button', { name: 'Add tag' })

      await add.click()
      const dialog = page.getByRole('dialog', { name: 'Add New Tag to a.txt' })
      const save = dialog.getByRole('button', { name: 'Save' })
      await expect(save).toBeDisabled()
      await dialog.getByLabel('Tag key').fill('  team ')
      await dialog.getByLabel('Tag label').fill('   ')
      await expect(save, 'a blank label does not count').toBeDisabled()
      await expect(save).toHaveAttribute('title', 'Enter a label first')
      await dialog.getByLabel('Tag label').fill('photo lab')
      await expectAccessible(page)
      await save.click()
      await expect(dialog).toBeHidden()
      await expect(add, 'focus returns').toBeFocused()
      await expect(tags.getByRole('listitem').filter({ hasText: 'team: photo lab' })).toBeVisible()
      expect(await stored()).toEqual({ team: 'photo lab' })

      const others =
        '<Tagging><TagSet><Tag><Key>team</Key><Value>photo lab</Value></Tag><Tag><Key>year</Key><Value>2027</Value></Tag></TagSet></Tagging>'
      await storage.request({ method: 'PUT', bucket, key: 'a.txt', query: { tagging: '' }, body: others })
      // This tag is added with the keyboard alone.
      await page.keyboard.press('Enter')
      await expect(dialog.getByLabel('Tag key')).toBeFocused()
      await page.keyboard.type('team')
      await expect(dialog.getByText('Its label photo lab will be replaced.')).toBeVisible()
      await page.keyboard.press('Tab')
      await page.keyboard.type('archive')
      await page.keyboard.press('Enter')
      await expect(tags.getByRole('listitem').filter({ hasText: 'team: archive' })).toBeVisible()
      await expect(tags.getByRole('listitem').filter({ hasText: 'year: 2027' })).toBeVisible()
      expect(await stored()).toEqual({ team: 'archive', year: '2027' })

      await tags.getByRole('button', { name: 'Delete tag team' }).click()
      const question = page.getByRole('dialog', { name: 'Delete Tag of a.txt' })
      await expect(question.getByText('team: archive')).toBeVisible()
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(question).toBeHidden()
      await expect(tags.getByRole('listitem').filter({ hasText: 'team' })).toHaveCount(0)
      expect(await stored()).toEqual({ year: '2027' })
    })
  },
)

test('an object is deleted on its page, an address without one opens its folder, and what is not allowed names the permission', async ({
  page,
  given,
  signIn,
  storage,
  provokes,
}) => {
  await test.step('an object without versions is deleted after confirmation, and its folder opens', async () => {
    const bucket = await given.bucket()
    await given.objects(bucket, ['letters/keep.txt', 'letters/drop.txt'])
    await signIn()
    await page.goto(`/object-browser/${bucket}/letters/drop.txt`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete drop.txt' })
    await expect(dialog.getByText(text('objectDetail:deletion.plainNote'))).toBeVisible()
    await expect(dialog.getByRole('radio')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Delete' }).click()

    await expect(page.getByText("Object 'drop.txt' deleted successfully.")).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/object-browser/${bucket}/letters/$`))
    await expect(rowOf(page, 'keep.txt')).toBeVisible()
    await expect.poll(() => keysOf(storage, bucket)).toEqual(['letters/keep.txt'])
  })

  await test.step('an object with a hostile name is opened, tagged, shared and deleted', async () => {
    // Names that a page would show or handle wrongly if it treated them as anything but text.
    const name = '<img src=x onerror="document.title=`owned`"> 100% %2F + a#b?c=d&e \u202Efdp.exe\nlines '
    const read = name.replace('\u202E', '[U+202E]').replace('\n', '[U+000A]').replace(/ $/, '[·]')
    const bucket = await given.bucket()
    await given.object(bucket, `in/${name}`, 'inside')
    await visit(page, `/object-browser/${bucket}/in/`)
    await page
      .getByRole('row')
      .getByRole('link', { name: `View ${read}`, exact: true })
      .click()
    await expect(page).toHaveTitle(`${read} · Cooperage`)
    await expect(fact(page, 'Size')).toHaveText('6 B')
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
    expect(await downloaded(page)).toBe('inside')

    await page.getByRole('button', { name: 'Add tag' }).click()
    await page.getByRole('dialog').getByLabel('Tag key').fill('kind')
    await page.getByRole('dialog').getByLabel('Tag label').fill('odd')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'kind: odd' })).toBeVisible()

    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const link = page.getByRole('dialog').getByLabel('Link')
    await expect(link).toHaveValue(/^http/)
    expect(await (await fetch(await link.inputValue())).text()).toBe('inside')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL(new RegExp(`/object-browser/${bucket}/in/$`))
    await expect.poll(() => keysOf(storage, bucket)).toEqual([])
  })

  await test.step('an address without an object opens the folder of that name, or says that neither exists', async () => {
    provokes(404)
    const bucket = await given.bucket()
    await given.object(bucket, 'photos/2026/beach.jpg')
    await visit(page, '/object-browser')
    await visit(page, `/object-browser/${bucket}/photos/2026`)
    await expect(rowOf(page, 'beach.jpg')).toBeVisible()
    await expect(page).toHaveURL(`/object-browser/${bucket}/photos/2026/`)
    await page.goBack()
    await expect(page, 'the address without the slash is replaced').toHaveURL('/object-browser')

    await visit(page, `/object-browser/${bucket}/photos/20`)
    await expect(page.getByText('Object not found')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Open its folder' }).click()
    await expect(rowOf(page, '2026')).toBeVisible()
  })

  await test.step('with read access only an object is shown, and everything else names the missing permission', async () => {
    // The versioning state of the bucket may not be read either.
    provokes(403)
    const bucket = await given.bucket()
    await given.object(bucket, 'a.txt', 'for you')
    const user = await given.user({
      Version: '2012-10-17',
      Statement: [allow(['s3:GetObject', 's3:ListBucket'], bucket, `${bucket}/*`)],
    })
    await signIn({ keys: user })
    await page.goto(`/object-browser/${bucket}/a.txt`)
    await expect(fact(page, 'Size')).toHaveText('7 B')
    await expect(page.getByRole('region', { name: 'Tags' })).toContainText('s3:GetObjectTagging')
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveAttribute(
      'title',
      permissionError('s3:DeleteObject', bucket),
    )
    expect(await downloaded(page)).toBe('for you')
    await expectAccessible(page)
  })

  await test.step(`an address without an object can still be opened as an object if its folder can't be listed`, async () => {
    provokes(403, 404)
    const bucket = await given.bucket()
    const user = await given.user({
      Version: '2012-10-17',
      Statement: [
        allow(['s3:GetObject'], `${bucket}/*`),
        { ...allow(['s3:ListBucket'], bucket), Condition: { StringEquals: { 's3:prefix': ['photos'] } } },
      ],
    })
    await signIn({ keys: user })
    await page.goto(`/object-browser/${bucket}/photos`)
    await expect(page.getByText('Object not found')).toBeVisible()
    await page.getByRole('link', { name: text('objectDetail:missing.asFolder') }).click()
    await expect(page).toHaveURL(`/object-browser/${bucket}/photos/`)
  })
})
