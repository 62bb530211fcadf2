import { TestWebhook } from '@cooperage/testkit'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'

test(
  'an audit webhook is added, goes online, is tested, disabled and deleted',
  ON_MINIO_TOO,
  async ({ page, signIn, ownConsole }) => {
    const hook = await new TestWebhook().up()
    const { url } = await ownConsole({ env: { COOPERAGE_OUTBOUND_LOOPBACK: 'on' } })
    await signIn({ at: url })
    await page.goto(`${url}/settings?section=audit_webhook`)
    await page.getByRole('link', { name: 'View their status' }).click()
    await expect(page).toHaveURL(`${url}/webhook/audit`)
    await expect(page.getByText('No webhooks')).toBeVisible()
    await page.getByRole('button', { name: 'Add Webhook Configuration' }).click()
    await page.getByLabel('Target name').fill('desk')
    await page.getByLabel('endpoint').fill(`${hook.url}/audit`)
    await page.getByRole('textbox', { name: 'auth_token' }).fill('hidden-token')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    const review = page.getByRole('dialog', { name: 'Save changes to Audit webhook' })
    await review.getByRole('button', { name: 'Save' }).click()

    const row = rowOf(page, 'desk')
    await expect(row).toContainText(hook.url)
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(row).toContainText('Online', { timeout: 1_000 })
    }).toPass()
    await expectAccessible(page)
    await page.getByPlaceholder('Filter').fill('nothing')
    await expect(row).toBeHidden()
    await page.getByPlaceholder('Filter').fill('')

    await page.getByRole('button', { name: 'Test desk' }).click()
    const dialog = page.getByRole('dialog', { name: 'Test webhook desk' })
    await expect(dialog, 'says before what is sent').toContainText('cooperage-test')
    await dialog.getByRole('textbox', { name: 'Token for this test' }).fill('typed-token')
    await dialog.getByRole('button', { name: 'Send test entry' }).click()
    await expect(dialog).toContainText('The webhook accepted the entry of the console (status 200).')
    await expect(dialog).toContainText('The storage server delivers to it.')
    await expectAccessible(page)
    expect(hook.deliveries.map(({ headers }) => headers.authorization)).toContain('typed-token')
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('button', { name: 'Disable desk' }).click()
    await expect(row).toContainText('Disabled')
    await page.getByRole('button', { name: 'Enable desk' }).click()
    await expect(row).not.toContainText('Disabled')
    await page.getByRole('button', { name: 'Delete desk' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No webhooks')).toBeVisible()
    await page.getByRole('link', { name: 'Logger' }).click()
    await expect(page).toHaveURL(`${url}/webhook/logger`)
    await expect(page.getByText('No webhooks')).toBeVisible()
    await hook.down()
  },
)
