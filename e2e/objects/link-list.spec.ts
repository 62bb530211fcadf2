import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, test, visit } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { text } from '../src/text.ts'

test('a selection becomes a list of links that anyone can open, and an object without one is reported', async ({
  page,
  given,
  signIn,
  provokes,
}) => {
  await test.step('a selection becomes a list of links that anyone can open', async () => {
    const bucket = await given.bucket()
    await given.objects(bucket, ['f/a b.txt', 'f/deep/c.txt', 'other.txt', 'z.txt'])
    await signIn()
    await page.goto(`/object-browser/${bucket}/`)
    await page.getByRole('checkbox', { name: 'Select f', exact: true }).press('Space')
    await rowOf(page, 'z.txt').getByRole('checkbox').press('Space')
    await page.getByRole('button', { name: text('shared:selection.more'), exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: text('objects:listLinks') }).press('Enter')
    const dialog = page.getByRole('dialog', { name: text('linkList:title') })
    await expect(dialog.getByText(text('linkList:purpose'))).toBeVisible()
    await expect(dialog.getByText('One link for each of 3 objects.')).toBeVisible()
    const days = dialog.getByLabel(text('objects:share.until'))
    await expect(days).toBeEnabled()
    await days.selectOption({ index: 0 })
    await dialog.getByRole('button', { name: text('linkList:create') }).press('Enter')
    const list = dialog.getByLabel(text('linkList:list'))
    await expect(list).toBeVisible()
    await expectAccessible(page)
    const links = (await list.inputValue()).split('\n')
    const contents = await Promise.all(links.map(async (link) => await (await fetch(link)).text()))
    expect(contents).toEqual(['f/a b.txt', 'f/deep/c.txt', 'z.txt'])
    await expect(dialog.getByText(/^They work until .+, or until you sign out\.$/)).toBeVisible()

    const started = page.waitForEvent('download')
    await dialog.getByRole('button', { name: text('linkList:save') }).click()
    const file = await started
    expect(file.suggestedFilename()).toBe('links.txt')
    expect(await readFile(await file.path(), 'utf8')).toBe(`${links.join('\n')}\n`)

    await days.selectOption({ index: 1 })
    await expect(list, 'another day needs other links').toBeHidden()
    await dialog.getByRole('button', { name: text('linkList:create') }).click()
    await dialog.getByRole('button', { name: text('linkList:copy') }).click()
    await expect(page.getByText(text('linkList:copied'))).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  await test.step('an object that gets no link is reported, and the others get theirs', async () => {
    provokes(404)
    await page.setViewportSize({ width: 390, height: 844 })
    const bucket = await given.bucket()
    await given.objects(bucket, ['a.txt', 'b.txt'])
    await visit(page, `/object-browser/${bucket}/`)
    for (const name of ['a.txt', 'b.txt']) await rowOf(page, name).getByRole('checkbox').press('Space')
    await page.route(/\/objects\/share\?prefix=b\.txt/, (route) =>
      route.fulfill({ status: 404, json: { code: 'NoSuchKey', message: 'The object does not exist.' } }),
    )
    await page.getByRole('button', { name: text('shared:selection.more'), exact: true }).click()
    await page.getByRole('menuitem', { name: text('objects:listLinks') }).click()
    const dialog = page.getByRole('dialog', { name: text('linkList:title') })
    await dialog.getByRole('button', { name: text('linkList:create') }).click()
    await expect(dialog.getByText('One object has no link. b.txt: The object does not exist.')).toBeVisible()
    await expect(dialog.getByLabel(text('linkList:list'))).toHaveValue(/^\S+a\.txt\S+$/)
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  })
})
