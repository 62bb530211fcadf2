import { keysOf, LISTED } from '../src/given.ts'
import { expect, test, visit } from '../src/journey.ts'
import { deleteRow, downloadOf, rowOf } from '../src/object-browser.ts'

/** Names that a page would show or handle wrongly if it treated them as anything but text, and how to find their rows. */
const NAMES: [key: string, shown: string][] = [
  ['<img src=x onerror="document.title=`owned`">.html', '<img src=x'],
  ['invoice\u202Efdp.exe', 'invoice'],
  ['a#b.txt', 'a#b.txt'],
  ['a?b=c&d.txt', 'a?b=c&d.txt'],
  ['a%2Fb.txt', 'a%2Fb.txt'],
  ['100% + 1.txt', '100% + 1.txt'],
  ['trailing ', 'trailing'],
  ['😀 party 🎉.png', '😀 party 🎉.png'],
  [`quo"te';.txt`, `quo"te';.txt`],
  ['two\nlines.txt', 'lines.txt'],
]

test('objects and folders of hostile names are shown as text, opened, downloaded and deleted', async ({
  page,
  given,
  signIn,
  storage,
}) => {
  await test.step('objects of hostile names are shown as text, downloaded and deleted', async () => {
    const bucket = await given.bucket()
    const keys = NAMES.map(([key]) => key)
    await given.objects(bucket, [...keys, 'other.txt'])
    await signIn()
    await page.goto(`/object-browser/${bucket}/`)
    for (const [key, shown] of NAMES) {
      await test.step(shown, async () => {
        const row = rowOf(page, shown)
        await expect(row).toBeVisible()
        expect((await downloadOf(page, row)).bytes.toString()).toBe(key)
        await deleteRow(page, row)
        await expect(row).toHaveCount(0)
      })
    }
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
    expect(await page.title()).not.toBe('owned')
    await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(['other.txt'])
  })

  await test.step('folders with hostile names open, and a reload shows the same folder', async () => {
    const bucket = await given.bucket()
    const folders = ['a#b', 'a?b', 'a%2Fb', '~tilde', '<b>bold', ' space ', '日本語']
    await given.objects(
      bucket,
      folders.map((folder) => `${folder}/inside ${folder}.txt`),
    )
    await visit(page, `/object-browser/${bucket}/`)
    for (const folder of folders) {
      await rowOf(page, folder.trim()).getByRole('link').first().click()
      const inside = page.getByRole('row').filter({ hasText: `inside ${folder}.txt` })
      await expect(inside).toBeVisible()
      await page.reload()
      await expect(inside).toBeVisible()
      await page.goBack()
    }
  })
})
