import { expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, test, visit } from '../src/journey.ts'

test('every page is accessible in both themes, and the chosen theme is kept', async ({ page, given, signIn }) => {
  await test.step('every page is accessible in both themes', async () => {
    const bucket = await given.bucket()
    await given.objects(bucket, ['photos/beach.jpg', 'readme.txt'])
    await page.goto('/login')
    await expect(page.getByLabel('Username')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await signIn()
    await page.goto('/buckets')

    for (const path of ['/buckets', '/object-browser', `/object-browser/${bucket}/`, '/no-such-page']) {
      await visit(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessibleInBothThemes(page)
    }
  })

  await test.step('the chosen theme overrides the system and is kept after a reload', async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/buckets')
    const html = page.locator('html')
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')

    await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.reload()

    await expect(page.getByRole('button', { name: 'Switch to the light theme' })).toBeVisible()
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })
})
