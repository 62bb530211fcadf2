import { accountsOf, allow, targetKind } from '@cooperage/testkit'
import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, test } from '../src/journey.ts'
import { text } from '../src/text.ts'

const ofPage = (key: string) => text(`activity:${key}`)

test('the page says what the server does, and on a phone what a part needs that one may not see', async ({
  page,
  storage,
  signIn,
  provokes,
}) => {
  const part = (key: string) => page.getByRole('region', { name: ofPage(`${key}.title`), exact: true })

  await test.step('each part has its figures, or says why there are none', async () => {
    await signIn()
    await page.goto('/buckets')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: ofPage('title'), exact: true })
      .click()
    await expect(part('scanner')).toContainText(ofPage('scanner.objects'))
    await expect(part('scanner')).toContainText(ofPage('usage.title'))
    await expect(part('lifecycle')).toContainText(ofPage('lifecycle.kinds.expired'))
    const queue = targetKind() === 'engine' ? 'lifecycle.noQueue' : 'lifecycle.expiryPending'
    await expect(part('lifecycle')).toContainText(ofPage(queue))
    await expect(part('healing')).toContainText(ofPage('healing.oneDrive'))
    await expect(part('events')).toContainText(ofPage('events.what'))
    await expectAccessibleInBothThemes(page)
  })

  await test.step('a user with one permission sees that part', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    provokes(403)
    await signIn({ keys: await accountsOf(storage).allowed(allow(['admin:DataUsageInfo'])) })
    await page.goto('/activity')
    await expect(part('scanner')).toContainText('admin:ServerInfo')
    await expect(part('events')).toContainText('admin:ServerInfo')
    await expect(part('scanner').getByText(/counted/)).toBeVisible()
    await expect(part('lifecycle')).toContainText('admin:Prometheus')
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  })
})
