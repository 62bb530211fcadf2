import { expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, test } from '../src/gallery.ts'
import { text } from '../src/text.ts'

test('dates, pairs, sizes, secret keys and lists of names are filled in', async ({ page, open }) => {
  await test.step('dates, pairs and sizes are accessible in both themes', async () => {
    await open('fields')
    await expect(page.getByText('1 year · 1 month 15 days · 2 weeks · 3 days')).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await test.step('a date is chosen by month, day and year, and must exist in the calendar', async () => {
    const field = page.getByRole('group', { name: 'Expiry date' })
    const years = field.getByLabel('Year').getByRole('option')
    await expect(years, 'the list covers 25 years from the current one').toHaveCount(1 + 25)
    const year = Number(await years.nth(1).innerText()) + 1
    await field.getByLabel('Month').selectOption({ label: 'February' })
    await field.getByLabel('Day').selectOption('31')
    await expect(page.getByText('"date":""')).toBeVisible()
    await field.getByLabel('Year').selectOption(String(year))
    await expect(field.getByText(text('fields:date.impossible'))).toBeVisible()
    await expect(page.getByText('"date":""')).toBeVisible()
    await field.getByLabel('Day').selectOption('28')
    await expect(field.getByText(text('fields:date.impossible'))).toBeHidden()
    await expect(page.getByText(`"date":"${year}-02-28"`)).toBeVisible()
  })

  await test.step('a switch chooses between Specific Date and Default (7 Days)', async () => {
    const field = page.getByRole('group', { name: 'Link ends' })
    await expect(field.getByText('Default (7 Days)')).toBeVisible()
    await expect(field.getByLabel('Month')).toBeHidden()
    await field.getByRole('switch', { name: 'Specific Date' }).press(' ')
    await expect(field.getByLabel('Month')).toHaveValue('5')
    await expect(field.getByLabel('Year')).toHaveValue('2031')
  })

  await test.step('pairs are added and removed with the keyboard, and duplicates are reported', async () => {
    const field = page.getByRole('group', { name: 'Tags' })
    await field.getByRole('button', { name: 'Add another' }).press('Enter')
    await expect(field.getByLabel('Key 3')).toBeFocused()
    await page.keyboard.type('team')
    await expect(field.getByText(text('fields:pairs.duplicate', { key: 'team' }))).toBeVisible()
    await page.keyboard.type(' b')
    await page.keyboard.press('Tab')
    await page.keyboard.type('1&2')
    await expect(page.getByText('"tags":"team=photo%20lab&year=2027&team%20b=1%262"')).toBeVisible()
    await field.getByRole('button', { name: 'Remove pair 1' }).press('Enter')
    await expect(field.getByLabel('Key 1')).toBeFocused()
    await expect(page.getByText('"tags":"year=2027&team%20b=1%262"')).toBeVisible()
    await field.getByRole('button', { name: 'Add another' }).press('Enter')
    await field.getByRole('button', { name: 'Add another' }).press('Enter')
    await expect(field.getByRole('button', { name: 'Add another' })).toHaveAccessibleDescription(
      text('fields:pairs.full', { limit: 4 }),
    )
  })

  await test.step('a size is typed with its unit, and shown in its largest exact unit', async () => {
    await expect(page.getByLabel('Quota', { exact: true })).toHaveValue('1')
    await expect(page.getByLabel(text('fields:size.unit', { label: 'Quota' }))).toHaveValue('TiB')
    await expect(page.getByLabel(text('fields:size.unit', { label: 'Quota' })).getByRole('option')).toHaveText([
      'B',
      'KiB',
      'MiB',
      'GiB',
      'TiB',
      'PiB',
      'EiB',
      'ZiB',
      'YiB',
    ])
    await page.getByLabel('Quota', { exact: true }).fill('1.5')
    await page.getByLabel(text('fields:size.unit', { label: 'Quota' })).selectOption('KiB')
    await expect(page.getByText('"bytes":1536')).toBeVisible()
    await page.getByLabel('Quota', { exact: true }).fill('much')
    await expect(page.getByText('This is no size.')).toBeVisible()
  })

  await test.step('a new secret key is checked while it is typed, generated and shown', async () => {
    const field = page.getByLabel('New secret key', { exact: true })
    await expect(field).toHaveAttribute('type', 'password')
    await field.fill('1234567')
    await expect(field).toHaveAccessibleDescription('Passwords must be at least 8 characters long')
    await field.fill('minioadmin')
    await expect(field).toHaveAccessibleDescription(text('fields:secret.common'))
    await page.getByRole('button', { name: 'Generate' }).press('Enter')
    await expect(field, 'shown as text').toHaveAttribute('type', 'text')
    await expect(field).toHaveValue(/^\w{40}$/)
    await expect(field).toHaveAccessibleDescription(text('fields:secret.strong'))
    await page.getByRole('button', { name: text('fields:secret.show', { label: 'New secret key' }) }).press('Enter')
    await expect(field).toHaveAttribute('type', 'password')
  })

  await test.step('several of many names are selected with the keyboard, and a search keeps hidden ones selected', async () => {
    const search = page.getByPlaceholder('Filter Users')
    const table = page.getByRole('grid', { name: 'Users' })
    await expect(table.getByRole('checkbox', { name: 'Select user-0003' })).toBeChecked()
    await search.fill('USER-49')
    await expect(table).toHaveAttribute('aria-rowcount', '101')
    await table.getByRole('row', { name: 'user-4900' }).focus()
    await page.keyboard.press(' ')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ ')
    const chosen = '"names":["user-0003","user-4900","user-4901","user-4902"]'
    await expect(page.getByText(chosen)).toBeVisible()
    await search.fill('nobody')
    await expect(page.getByText(text('shared:noMatchTitle'))).toBeVisible()
    await search.press('Escape')
    await expect(page.getByText(chosen), 'hidden names stay selected').toBeVisible()
    await expect(page.getByText(text('shared:pickList.selected_other', { number: 4 }))).toBeVisible()
    await search.fill('user-4900')
    await search.press('Enter')
    await expect(
      page.getByText('"names":["user-0003","user-4901","user-4902"]'),
      'the only match is toggled',
    ).toBeVisible()
    await search.fill('user-49')
    await search.press('Enter')
    await expect(page.getByText('"names":["user-0003","user-4901","user-4902"]')).toBeVisible()
  })
})
