import { keysOf, LISTED } from '../src/given.ts'
import { expect, test } from '../src/journey.ts'
import { deleteRow, downloadOf, rowOf } from '../src/object-browser.ts'

/** What a page would show or do wrongly if it treated a name as anything but text. */
const NAMES = [
  { about: 'markup', key: '<img src=x onerror="document.title=`owned`">.html', shown: '<img src=x' },
  { about: 'a reversed extension', key: 'invoice\u202Efdp.exe', shown: 'invoice' },
  { about: 'a number sign', key: 'a#b.txt', shown: 'a#b.txt' },
  { about: 'a question mark', key: 'a?b=c&d.txt', shown: 'a?b=c&d.txt' },
  { about: 'an escaped slash', key: 'a%2Fb.txt', shown: 'a%2Fb.txt' },
  { about: 'a plus and a percent sign', key: '100% + 1.txt', shown: '100% + 1.txt' },
  { about: 'a space at its end', key: 'trailing ', shown: 'trailing' },
  { about: 'an emoji', key: '😀 party 🎉.png', shown: '😀 party 🎉.png' },
  { about: 'quotes and a semicolon', key: `quo"te';.txt`, shown: `quo"te';.txt` },
  { about: 'a line break', key: 'two\nlines.txt', shown: 'lines.txt' },
]

for (const { about, key, shown } of NAMES) {
  test(`an object whose name has ${about} is shown as text, downloaded and deleted`, async ({
    page,
    given,
    signIn,
    storage,
  }) => {
    const bucket = await given.bucket()
    await given.objects(bucket, [key, 'other.txt'])
    await signIn()
    await page.goto(`/object-browser/${bucket}/`)
    const row = rowOf(page, shown)
    await expect(row).toBeVisible()
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
    expect(await page.title()).not.toBe('owned')

    expect((await downloadOf(page, row)).bytes.toString()).toBe(key)

    await deleteRow(page, row)
    await expect(row).toHaveCount(0)
    await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(['other.txt'])
  })
}

test('folders with hostile names open, and reload to themselves', async ({ page, given, signIn }) => {
  const bucket = await given.bucket()
  const folders = ['a#b', 'a?b', 'a%2Fb', '~tilde', '<b>bold', ' space ', '日本語']
  await given.objects(
    bucket,
    folders.map((folder) => `${folder}/inside ${folder}.txt`),
  )
  await signIn()
  for (const folder of folders) {
    await page.goto(`/object-browser/${bucket}/`)
    await rowOf(page, folder.trim()).getByRole('link').first().click()
    const inside = page.getByRole('row').filter({ hasText: `inside ${folder}.txt` })
    await expect(inside).toBeVisible()
    await page.reload()
    await expect(inside).toBeVisible()
  }
})
