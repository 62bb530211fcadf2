import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { bucketsOf } from '../src/given.ts'
import { holdCalls } from '../src/hold-calls.ts'
import { expect, test } from '../src/journey.ts'
import { text } from '../src/text.ts'

const PALETTE = text('shell:palette.title')

async function openPalette(page: Page): Promise<Locator> {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: PALETTE })
  await expect(palette.getByRole('combobox')).toBeFocused()
  return palette
}

test('everything is reached with the keyboard through the palette and shortcuts, unless they are off', async ({
  page,
  context,
  signIn,
  given,
  storage,
}) => {
  await test.step('the documentation opens from the palette', async () => {
    await signIn()
    await page.goto('/buckets')
    await page.getByRole('button', { name: text('shell:palette.open') }).click()
    const opened = context.waitForEvent('page')
    await page.getByRole('option', { name: 'Documentation' }).click()
    await expect((await opened).getByRole('heading', { name: 'Getting started', level: 1 })).toBeVisible()
  })

  await test.step('what is typed while the code of the palette loads is in its field', async () => {
    const release = await holdCalls(page, /\/assets\/shared-/)
    await page.goto('/buckets')
    await expect(page.getByRole('heading', { name: 'Buckets', level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('gbx')
    await page.keyboard.press('Backspace')
    await release()
    await expect(page.getByRole('combobox', { name: PALETTE })).toHaveValue('gb')
    await page.keyboard.press('Escape')
  })

  await test.step('shortcuts open search, pages and help; single keys are ignored while typing and when they are off', async () => {
    await page.goto('/buckets')
    await expect(page.getByRole('heading', { name: 'Buckets', level: 1 })).toBeVisible()
    const search = page.getByPlaceholder('Search Buckets')
    await expect(search).toBeVisible()
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.type('g o/?')
    await expect(search).toHaveValue('g o/?')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: PALETTE }), 'a key with Ctrl is not typing').toBeVisible()
    await page.keyboard.press('Escape')
    await expect(search, 'continues at the last position').toBeFocused()
    await page.keyboard.press('Escape')
    await search.blur()

    await page.keyboard.type('go')
    await expect(page).toHaveURL(/\/object-browser$/)
    // A page that isn't rendered yet may get the keys later than they were typed, with gaps.
    await expect(page.getByRole('heading', { name: 'Object Browser', level: 1 })).toBeFocused()
    await page.keyboard.type('gb')
    await expect(page).toHaveURL(/\/buckets$/)
    await expect(page.getByRole('heading', { name: 'Buckets', level: 1 })).toBeFocused()

    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(help).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('/')
    await expect(help, 'shortcuts are disabled behind a dialog').toBeVisible()
    await help.getByRole('switch', { name: text('shortcuts:singleKeys') }).press('Space')
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()

    await page.keyboard.type('?go/')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/buckets$/)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: PALETTE })).toBeVisible()
  })

  await test.step('arrows move through the list, Escape returns focus, and an empty result is reported', async () => {
    await page.goto('/buckets')
    await expect(page.getByRole('heading', { name: 'Buckets', level: 1 })).toBeVisible()
    const link = page.getByRole('link', { name: 'Documentation' })
    await link.focus()
    const palette = await openPalette(page)
    const field = palette.getByRole('combobox')
    const active = palette.getByRole('option', { selected: true })
    await expect(active).toContainText('Dashboard')
    await page.keyboard.press('ArrowDown')
    await expect(active).toContainText('Object Browser')
    await expect(field).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? '')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(active, 'moves from the first to the last').not.toContainText('Dashboard')
    await page.keyboard.type('no such thing')
    await expect(palette.getByText(text('shell:palette.nothing'))).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(palette).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
    await expect(link).toBeFocused()
  })

  await test.step('every page is reached with the keyboard alone through the palette', async () => {
    const bucket = await given.bucket('found-by-name')
    await given.object(bucket, 'inside.txt')
    await page.goto('/buckets')
    await expect(page.getByRole('heading', { name: 'Buckets', level: 1 })).toBeVisible()

    const palette = await openPalette(page)
    await expect(palette.getByRole('option', { name: 'Create Bucket' })).toBeVisible()
    await expectAccessibleInBothThemes(page)

    await page.keyboard.type('object brows')
    await expect(palette.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/object-browser$/)
    await expect(page.getByRole('heading', { name: 'Object Browser', level: 1 })).toBeFocused()

    await openPalette(page)
    await page.keyboard.type(bucket)
    await expect(palette.getByRole('option', { name: bucket })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByText('inside.txt')).toBeVisible()

    await openPalette(page)
    await page.keyboard.type('identity_ldap')
    await expect(palette.getByRole('option', { selected: true })).toContainText('identity_ldap')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/settings\?section=identity_ldap$/)

    await openPalette(page)
    await expect(palette.getByRole('option', { selected: true }), 'the last place').toContainText(`${bucket}/`)
    await page.keyboard.press('Enter')
    await expect(page.getByText('inside.txt')).toBeVisible()

    await openPalette(page)
    await page.keyboard.type('create')
    await expect(palette.getByRole('option', { selected: true })).toContainText('Create Bucket')
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Create Bucket' })
    await expect(form.getByLabel('Bucket name')).toBeFocused()
    const made = `${bucket}-two`
    await page.keyboard.type(made)
    await page.keyboard.press('Enter')
    await expect(form).toBeHidden()
    expect(await bucketsOf(storage)).toContain(made)
    await expect(page.getByText('inside.txt'), 'the page stays').toBeVisible()

    await openPalette(page)
    await page.keyboard.type('theme')
    await expect(palette.getByRole('option', { selected: true })).toContainText('theme')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')

    await openPalette(page)
    await page.keyboard.type('logout')
    await expect(palette.getByRole('option', { selected: true })).toContainText('Logout')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  })
})
