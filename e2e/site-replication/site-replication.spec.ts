import { expectAccessible } from '../src/accessibility.ts'
import { expect, test } from '../src/journey.ts'
import { text } from '../src/text.ts'

test('the engine has no menu item for other sites, and the address explains why', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/site-replication')
  await expect(page.getByText(text('siteReplication:notOffered'))).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: text('siteReplication:title') })).toHaveCount(0)
  await expectAccessible(page)
})
