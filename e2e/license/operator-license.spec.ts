/** The license in operator mode, where it is activated: with a key, which is verified offline, or with an account. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { tempFolder } from '@cooperage/testkit'
import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect } from '../src/journey.ts'
import { test } from '../src/operator.ts'
import { errorText, text } from '../src/text.ts'

const vendor = generateKeyPairSync('ec', { namedCurve: 'P-384' })
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-384' })

/** A license key: a JWT with an ECDSA signature over P-384. */
function keyOf(plan: string, capacity: number, key: KeyObject = vendor.privateKey): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { sub: 'ada@example.com', org: 'Example Ltd', cap: capacity, plan, aid: 7, exp: 4_102_444_800 }
  const signed = `${encode({ alg: 'ES384', typ: 'JWT' })}.${encode(claims)}`
  const signature = sign('sha384', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

test('a license is activated with a key and with an account, and a refresh that fails changes nothing', async ({
  page,
  signInToCluster,
  provokes,
}) => {
  // No license yet, a forged key, and a service that is down.
  provokes(400, 404, 503)
  let isDown = false
  const service = createServer((request, response) => {
    request.resume()
    const license = keyOf('ENTERPRISE', request.url?.endsWith('/refresh') ? 70 : 60)
    if (isDown) response.writeHead(500).end()
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ license }))
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const folder = tempFolder('license')
  const publicKey = join(folder.path, 'vendor.pem')
  writeFileSync(publicKey, vendor.publicKey.export({ type: 'spki', format: 'pem' }))
  const url = await signInToCluster({
    COOPERAGE_LICENSE_PUBLIC_KEY_FILE: publicKey,
    COOPERAGE_SUBSCRIPTION_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
  })
  await page.goto(`${url}/license`)
  const current = page.getByRole('region', { name: 'Current license' })
  await expect(current.getByText('Community', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: text('license:visit') }).first()).toHaveAttribute('href', /ref=op$/)

  const open = () => current.getByRole('button', { name: 'Activate license' }).click()
  const dialog = page.getByRole('dialog', { name: 'Activate license' })
  const submit = dialog.getByRole('button', { name: 'Activate license' })
  await open()
  await expect(submit).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'License key' }).fill(keyOf('STANDARD', 50, stranger.privateKey))
  await submit.click()
  await expect(dialog.getByText(errorText('LicenseNotValid'))).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('textbox', { name: 'License key' }).fill(keyOf('STANDARD', 50))
  await submit.click()
  await expect(dialog).toBeHidden()
  await expect(current.getByText('Standard', { exact: true })).toBeVisible()
  await expect(current.getByText('50.0 TiB')).toBeVisible()

  await open()
  await dialog.getByText('Account', { exact: true }).click()
  await dialog.getByLabel('E-mail').fill('ada@example.com')
  await dialog.getByLabel('Password', { exact: true }).fill('right')
  await expectAccessible(page)
  await submit.click()
  await expect(current.getByText('60.0 TiB')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Enterprise' })).toContainText('Current plan')

  const refresh = current.getByRole('button', { name: 'Refresh License' })
  await refresh.click()
  await expect(current.getByText('70.0 TiB')).toBeVisible()
  isDown = true
  const refused = page.waitForResponse((response) => response.url().endsWith('/subscription/refresh'))
  await refresh.click()
  expect((await refused).ok()).toBe(false)
  await expect(refresh).toBeEnabled()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  await expect(current.getByText('70.0 TiB')).toBeVisible()
  service.close()
  folder.remove()
})
