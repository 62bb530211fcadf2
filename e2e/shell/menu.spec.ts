import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, test } from '../src/journey.ts'
import { text } from '../src/text.ts'

test('the menu is collapsed, narrowed, skipped and kept as it was, and opens the profile and the documentation', async ({
  page,
  signIn,
  storage,
  context,
}) => {
  await test.step('the first Tab offers to skip the menu', async () => {
    await signIn()
    await page.goto('/buckets')
    await expect(page.getByRole('heading', { name: 'Buckets', level: 1 })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: text('shell:skip') })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('the second Tab offers to skip to the table', async () => {
    await page.goto('/policies')
    await expect(page.getByRole('row', { name: /readonly/ })).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: text('shell:skipToTable') })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeFocused()
  })

  await test.step('the profile shows the user, the end of the session and the storage', async () => {
    await page.goto('/buckets')
    const button = page.getByRole('button', { name: `Signed in as ${storage.root.accessKey}` })
    await button.focus()
    await page.keyboard.press('Enter')

    const profile = page.getByRole('dialog')
    await expect(profile).toContainText(storage.root.accessKey)
    await expect(profile).toContainText('in 11 h 59 min')
    const ends = Date.parse((await profile.getByRole('time').getAttribute('datetime')) ?? '')
    expect((ends - Date.now()) / 3_600_000).toBeCloseTo(12, 1)
    await expect(profile).toContainText(storage.url)
    await expectAccessibleInBothThemes(page)

    await page.keyboard.press('Escape')
    await expect(profile).toBeHidden()
    await expect(button).toBeFocused()
  })

  await test.step('a window that is too low for the menu shows the current entry', async () => {
    const before = page.viewportSize() ?? { width: 1280, height: 720 }
    await page.setViewportSize({ width: 1366, height: 560 })
    await page.goto('/health-info')
    const entry = page.getByRole('banner').getByRole('link', { name: 'Diagnostic' })
    await expect(entry).toHaveAttribute('aria-current', 'page')
    await expect(entry).toBeInViewport({ ratio: 0.9 })
    await page.setViewportSize(before)
  })

  await test.step('the menu shows the pages of the session in collapsible groups, and keeps their state', async () => {
    await page.goto('/buckets')
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await expect(menu.getByRole('link')).toHaveText([
      'Dashboard',
      'Object Browser',
      'Account',
      'Jobs',
      'Buckets',
      'Users',
      'Groups',
      'IAM Policies',
      'Access keys',
      'Identity providers',
      'IAM backup',
      'Settings',
      'Alerts',
      'Logs',
      'Watch',
      'Trace',
      'Activity',
      'Diagnostic',
      'Speed tests',
      'Support tools',
      'License',
      'Documentation',
    ])
    await expect(menu.getByRole('button')).toHaveText(['User', 'Admin', 'Tools'])
    await expect(menu.getByRole('link', { name: 'Buckets' })).toHaveAttribute('aria-current', 'page')
    await expect.poll(async () => (await page.getByRole('banner').boundingBox())?.width).toBe(245)

    const admin = menu.getByRole('button', { name: 'Admin' })
    await admin.focus()
    await page.keyboard.press('Enter')
    await expect(menu.getByRole('link', { name: 'Buckets' })).toBeHidden()
    await expect(admin).toHaveAttribute('aria-expanded', 'false')
    await page.reload()
    await expect(menu.getByRole('link', { name: 'Object Browser' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Buckets' })).toBeHidden()
    await admin.click()
    await expect(menu.getByRole('link', { name: 'Buckets' })).toBeVisible()
  })

  await test.step('the menu collapses to icons with accessible names, and stays collapsed', async () => {
    await page.goto('/buckets')
    await page.getByRole('button', { name: text('shell:narrowMenu') }).click()
    const side = page.getByRole('banner')
    await expect.poll(async () => (await side.boundingBox())?.width).toBe(56)
    await expectAccessible(page)

    await page.reload()
    await page.getByRole('link', { name: 'Object Browser' }).click()
    await expect(page).toHaveURL(/\/object-browser$/)
    await page.getByRole('button', { name: 'Signed in as' }).click()
    await expect(page.getByText('Session ends')).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: text('shell:widenMenu') }).click()
    await expect(page.getByRole('button', { name: 'Admin' })).toBeVisible()
    await expect.poll(async () => (await side.boundingBox())?.width).toBe(245)
  })

  await test.step('the documentation opens in its own tab, without a session too, and its pages link to each other', async () => {
    await page.goto('/buckets')
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Documentation' }).click()
    const guide = await opened
    await expect(guide.getByRole('heading', { name: 'Getting started', level: 1 })).toBeVisible()
    await expect(page).toHaveURL(/\/buckets$/)

    // Further calls of this tab would be rejected.
    await page.goto('about:blank')
    await context.clearCookies()
    const pages = guide.getByRole('navigation', { name: text('guide:pages') })
    for (const name of ['Buckets', 'Objects', 'Access', 'Keyboard']) {
      await pages.getByRole('link', { name, exact: true }).click()
      await expect(guide.getByRole('heading', { name, level: 1 })).toBeFocused()
      await expectAccessible(guide)
    }
    await guide.reload()
    await expect(guide.getByRole('cell', { name: 'Object Browser' })).toBeVisible()

    await guide.setViewportSize({ width: 390, height: 844 })
    for (const link of await pages.getByRole('link').all()) {
      await link.click()
      await expect(link).toHaveAttribute('aria-current', 'page')
      expect(await guide.evaluate('document.documentElement.scrollWidth'), await link.innerText()).toBe(390)
    }

    await guide.goto('/documentation')
    await guide.getByRole('main').getByRole('link', { name: 'Objects' }).click()
    await expect(guide).toHaveURL(/\/documentation\/objects$/)
    await guide.goto('/documentation/no-such-page')
    await expect(guide.getByText(text('guide:missing'))).toBeVisible()
  })
})
