import { expectAccessible } from '../src/accessibility.ts'
import { expect, test, visit } from '../src/journey.ts'
import { text } from '../src/text.ts'

test.beforeEach(({ signIn }) => signIn())

test('tags are added to a bucket with the keyboard, invalid ones are marked, and on a phone they are removed', async ({
  page,
  given,
  storage,
}) => {
  await test.step('tags are added to a bucket with the keyboard, and invalid ones are marked', async () => {
    const bucket = await given.bucket('tagged')
    const stored = () => storage.request({ method: 'GET', bucket, query: { tagging: '' } })
    await page.goto(`/buckets/${bucket}/summary`)
    const card = page.getByRole('region', { name: 'Tags', exact: true })
    await expect(card).toContainText('None')
    const button = page.getByRole('button', { name: 'Edit tags' })
    await button.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: text('bucket:summary.tags.title', { bucket }) })
    const key = (number: number) => dialog.getByRole('textbox', { name: `Key ${number}` })
    await expect(key(1)).toBeFocused()
    await page.keyboard.type('größe')
    await expect(dialog.getByText(text('bucket:summary.tags.problems.keyText'))).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await expectAccessible(page)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('cost centre')
    await page.keyboard.press('Tab')
    await page.keyboard.type('4711')
    await dialog.getByRole('button', { name: 'Add another' }).focus()
    await page.keyboard.press('Enter')
    await expect(key(2)).toBeFocused()
    await page.keyboard.type('team')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(card).toContainText('2 tags')
    await expect(card.getByRole('listitem')).toHaveText(['cost centre: 4711', 'team'])
    expect((await stored()).text).toContain('<Key>cost centre</Key><Value>4711</Value>')
    await expect(button, 'focus returns to the button').toBeFocused()
    await expectAccessible(page)
  })

  await test.step('on a phone the tags of a bucket are removed', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const bucket = await given.bucket('tagged')
    const body = '<Tagging><TagSet><Tag><Key>team</Key><Value>photos</Value></Tag></TagSet></Tagging>'
    await storage.request({ method: 'PUT', bucket, query: { tagging: '' }, body })
    await visit(page, `/buckets/${bucket}/summary`)
    const card = page.getByRole('region', { name: 'Tags', exact: true })
    await expect(card.getByRole('listitem')).toHaveText(['team: photos'])
    await page.getByRole('button', { name: 'Edit tags' }).click()
    const dialog = page.getByRole('dialog', { name: text('bucket:summary.tags.title', { bucket }) })
    await dialog.getByRole('button', { name: 'Remove pair 1' }).click()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(card).toContainText('None')
  })
})
