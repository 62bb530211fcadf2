import { expectAccessible } from '../src/accessibility.ts'
import { expectNoSidewaysScroll } from '../src/any-server.ts'
import { expect, fillLoginForm, test } from '../src/journey.ts'
import { text } from '../src/text.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('the console is usable on a phone', async ({ page, given, signIn, storage }) => {
  await test.step('the open tab is visible in a row of tabs that is wider than a phone', async () => {
    const bucket = await given.bucket('photos')
    await signIn()
    await page.goto(`/buckets/${bucket}/lifecycle`)
    const tabs = page.getByRole('navigation', { name: text('bucket:tabs.label') })
    await expect(tabs.getByRole('link', { name: 'Lifecycle' })).toBeInViewport({ ratio: 1 })
    await expect(tabs.getByRole('link', { name: 'Summary' })).not.toBeInViewport({ ratio: 1 })
    await expectNoSidewaysScroll(page)
  })

  await test.step('the console is usable on a phone', async () => {
    await page.context().clearCookies()
    const bucket = await given.bucket('a-bucket-with-quite-a-long-name-of-its-own')
    await given.objects(bucket, ['photos/beach.jpg', `${'a long file name '.repeat(8)}.txt`])
    await page.goto('/login')
    await expect(page.getByLabel('Username')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await fillLoginForm(page, storage.root)
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)

    await page.getByRole('button', { name: text('shell:openMenu') }).click()
    const menu = page.getByRole('dialog')
    await expect(menu.getByRole('link', { name: 'Object Browser' })).toBeVisible()
    await expectAccessible(page)
    await menu.getByRole('link', { name: 'Object Browser' }).click()
    await expect(page).toHaveURL(/\/object-browser$/)
    await expect(menu).toBeHidden()
    await expectNoSidewaysScroll(page)

    await page.getByPlaceholder('Search Buckets').fill(bucket)
    await page.getByRole('link', { name: bucket, exact: true }).click()
    await expect(page.getByText('photos')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Create Folder' }).click()
    await expect(page.getByRole('dialog', { name: 'Add Folder' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')
  })
})
