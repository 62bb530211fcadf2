import { expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, test } from '../src/journey.ts'

test('without a license the plan is Community, and the AGPL can be read', async ({ page, signIn, provokes }) => {
  provokes(404)
  await signIn()
  await page.goto('/license')
  const current = page.getByRole('region', { name: 'Current license' })
  await expect(current.getByText('Community', { exact: true })).toBeVisible()
  const plans = page.getByRole('table')
  await expect(plans.getByRole('columnheader')).toHaveText([/^Community.*Current plan/, 'Standard', 'Enterprise'])
  for (const figure of [
    '$10 per TB per month, up to 10 PB',
    '1 year',
    'Under 24 hours',
    '1 per year',
    '$20 per TB per month, up to 5 PB',
    '5 years',
    'Under 1 hour',
    'Unlimited',
  ]) {
    await expect(plans.getByRole('cell', { name: figure }).first()).toBeVisible()
  }
  await expectAccessibleInBothThemes(page)

  await current.getByRole('button', { name: 'Read the AGPL v3' }).click()
  const dialog = page.getByRole('dialog', { name: 'GNU Affero General Public License, version 3' })
  await expect(dialog).toContainText('GNU AFFERO GENERAL PUBLIC LICENSE')
  await expectAccessibleInBothThemes(page)
})
