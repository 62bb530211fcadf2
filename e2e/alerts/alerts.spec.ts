import { metricsToken, ROOT_KEYS, TestWebhook } from '@cooperage/testkit'
import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, test, visit } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'

test('an alert fires, is sent once, acknowledged and muted, and ends in the history', async ({
  page,
  signIn,
  ownConsole,
  stopAtEnd,
}) => {
  const hook = await new TestWebhook().up()
  stopAtEnd({ stop: () => hook.down() })
  const { url } = await ownConsole({
    env: { COOPERAGE_METRICS_TOKEN: metricsToken(ROOT_KEYS), COOPERAGE_OUTBOUND_LOOPBACK: 'on' },
  })
  await signIn({ at: url })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const item = menu.getByRole('link', { name: 'Alerts' })
  const save = async (rule: string, threshold: string, minutes: string) => {
    await rowOf(page, rule)
      .getByRole('button', { name: `Edit ${rule}` })
      .click()
    const dialog = page.getByRole('dialog', { name: `Edit rule ${rule}` })
    await dialog.getByLabel('Threshold').fill(threshold)
    await dialog.getByLabel('Minutes').fill(minutes)
    await dialog.getByRole('button', { name: 'Save rule' }).click()
    await expect(dialog).toBeHidden()
  }

  await test.step('a channel is added, and gets a test message', async () => {
    await page.goto(`${url}/alerts?tab=rules`)
    // The token of this test expires soon, which is a rule of its own.
    await save('About to expire', '0', '0')
    // Other tests have created keys on this storage server.
    await save('Expiring access keys', '0', '0')
    await page.getByRole('link', { name: 'Now' }).click()
    await expect(page.getByText('No alerts')).toBeVisible()
    await page.getByRole('link', { name: 'Channels' }).click()
    await page.getByRole('button', { name: 'Add channel' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add channel' })
    await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('E-mail (SMTP)')
    await expect(dialog.getByLabel('Recipients')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('Webhook')
    await dialog.getByLabel('Name').fill('desk')
    await dialog.getByLabel('Address').fill(`${hook.url}/alerts`)
    await dialog.getByLabel('Authorization header').fill('Bearer hidden-token')
    await dialog.getByRole('button', { name: 'Add channel' }).click()
    const row = rowOf(page, 'desk')
    await expect(row).toContainText(new URL(hook.url).host)
    await row.getByRole('button', { name: 'Send test desk' }).click()
    await expect(page.getByText('The test message was delivered.')).toBeVisible()
    expect(hook.bodies('/alerts')).toMatchObject([{ event: 'test' }])
    expect(hook.deliveries[0]?.headers.authorization).toBe('Bearer hidden-token')
    await expect(page.locator('body')).not.toContainText('hidden-token')
    await expectAccessibleInBothThemes(page)
  })

  await test.step('a rule with a low threshold fires, and the menu counts it', async () => {
    await page.getByRole('link', { name: 'Rules' }).click()
    await expect(async () => {
      await save('Capacity', '0', '0')
      await expect(rowOf(page, 'Capacity')).toContainText('Firing', { timeout: 1_000 })
    }).toPass()
    await expect(rowOf(page, 'Capacity')).toContainText('above 0%')
    await expect(rowOf(page, 'Drive offline')).toContainText('OK')
    await expect(item).toContainText('1')
    await expectAccessibleInBothThemes(page)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download rules for Prometheus' }).click()
    expect((await download).suggestedFilename()).toBe('cooperage-storage-rules.yaml')
    await menu.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('link', { name: '1 alert is firing.' }).click()
  })

  await test.step('it is acknowledged, and no longer counted', async () => {
    const row = rowOf(page, 'Used capacity')
    await row.getByRole('button', { name: /^Acknowledge/ }).click()
    await expect(row.getByRole('button', { name: /^Acknowledge/ })).toHaveCount(0)
    await expect(item).not.toContainText('1')
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390)
    await page.setViewportSize({ width: 1360, height: 850 })
  })

  await test.step('an alert is resolved while its rule is muted, which is sent', async () => {
    await visit(page, '/alerts?tab=rules')
    await rowOf(page, 'Capacity').getByRole('button', { name: 'Mute Capacity' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mute Capacity' })
    await dialog.getByRole('button', { name: 'Mute rule' }).click()
    await expect(rowOf(page, 'Capacity')).toContainText('Muted until')
    await save('Capacity', '100', '0')
    await expect(rowOf(page, 'Capacity')).toContainText('OK')
    await page.getByRole('link', { name: 'History' }).click()
    await expect(rowOf(page, 'Used capacity')).toBeVisible()
    await expectAccessible(page)
    await expect.poll(() => hook.bodies('/alerts').map(({ event }) => event)).toEqual(['test', 'firing', 'resolved'])
  })
})
