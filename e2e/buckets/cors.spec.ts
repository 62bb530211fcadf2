import { targetKind } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { text } from '../src/text.ts'

test.beforeEach(({ signIn }) => signIn())

const cardOf = (page: Page) => page.getByRole('region', { name: 'CORS', exact: true })

if (targetKind() === 'engine') {
  test(
    'CORS rules are added and removed, and the storage applies them',
    ON_MINIO_TOO,
    async ({ page, given, storage }) => {
      // Two dialogs and three accessibility scans.
      test.setTimeout(120_000)
      const bucket = await given.bucket('shared')
      const preflight = async (origin: string) => {
        const headers = { origin, 'access-control-request-method': 'PUT' }
        return (await fetch(`${storage.url}/${bucket}/k`, { method: 'OPTIONS', headers })).status
      }
      await page.goto(`/buckets/${bucket}/summary`)
      await expect(cardOf(page)).toContainText('No rules')
      await page.getByRole('button', { name: 'Edit CORS rules' }).click()
      const dialog = page.getByRole('dialog', { name: text('bucket:summary.cors.title', { bucket }) })
      await dialog.getByRole('button', { name: 'Add rule' }).click()
      const rule = dialog.getByRole('group', { name: 'Rule 1' })
      await expect(rule.getByLabel('Origins')).toBeFocused()
      await expect(
        rule.getByText(text('bucket:summary.cors.problems.noOrigin')),
        'not before it was typed',
      ).toHaveCount(0)
      await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
      await page.keyboard.type('https://*.*.net')
      await page.keyboard.press('Tab')
      await expect(rule.getByText(text('bucket:summary.cors.problems.stars'))).toBeVisible()
      await rule.getByLabel('Origins').fill('https://*.example.net\nhttp://localhost:5173')
      await rule.getByRole('checkbox', { name: 'PUT' }).check()
      await rule.getByLabel('Allowed headers').fill('*')
      await rule.getByLabel('Exposed headers').fill('x-*')
      await expect(rule.getByText(text('bucket:summary.cors.problems.noName'))).toBeVisible()
      await expectAccessible(page)
      await rule.getByLabel('Exposed headers').fill('ETag')
      await rule.getByLabel('Maximum age in seconds').fill('600')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog).toBeHidden()
      await expect(cardOf(page)).toContainText('1 rule')
      await expect(cardOf(page)).toContainText('https://*.example.net, http://localhost:5173')
      expect([await preflight('https://app.example.net'), await preflight('https://example.org')]).toEqual([200, 403])

      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: 'Edit CORS rules' }).click()
      await expect(rule.getByLabel('Maximum age in seconds')).toHaveValue('600')
      await expectAccessible(page)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
      await rule.getByRole('button', { name: 'Remove rule 1' }).click()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(cardOf(page)).toContainText('No rules')
    },
  )
}

if (targetKind() === 'minio') {
  test(
    'a server without CORS rules for single buckets says so in their place',
    ON_MINIO_TOO,
    async ({ page, given }) => {
      const bucket = await given.bucket('shared')
      await page.goto(`/buckets/${bucket}/summary`)
      await expect(cardOf(page)).toContainText(text('shared:settingCard.notSupported'))
      await expect(cardOf(page)).toContainText('mc admin config set ALIAS api cors_allow_origin')
      await expect(page.getByRole('button', { name: 'Edit CORS rules' })).toHaveCount(0)
      await expectAccessible(page)
    },
  )
}

test("a bucket's page explains why a user has access or not", async ({ page, given }) => {
  test.setTimeout(120_000)
  const bucket = await given.bucket('asked')
  const user = await given.user({
    Version: '2012-10-17',
    Statement: [{ Sid: 'Read', Effect: 'Allow', Action: ['s3:GetObject'], Resource: [`arn:aws:s3:::${bucket}/*`] }],
  })
  await page.goto(`/buckets/${bucket}/access/policies`)
  await page
    .getByRole('navigation', { name: text('bucket:access.label') })
    .getByRole('link', { name: text('bucket:access.simulator') })
    .click()
  await expect(page).toHaveURL(`/buckets/${bucket}/access/simulator`)
  const form = page.getByRole('form', { name: text('policies:tabs.simulator') })
  await expect(form.getByLabel('Resource')).toHaveValue(bucket)
  await form.getByLabel('Username').fill(user.accessKey)
  await form.getByLabel('Action').fill('s3:GetObject')
  await form.getByLabel('Resource').fill(`${bucket}/a.jpg`)
  await page.keyboard.press('Enter')
  const response = page.getByRole('region', { name: text('policies:simulator.answer') })
  await expect(response).toContainText(
    text('policies:simulator.allow', { who: user.accessKey, action: 's3:GetObject', on: ` on ${bucket}/a.jpg` }),
  )
  await expectAccessible(page)
  await form.getByLabel('Action').fill('s3:PutObject')
  await page.keyboard.press('Enter')
  await expect(response).toContainText('No statement allows it.')
})
