/** A bucket's page: its tabs and addresses, and each setting with its modal (spec core-console 2 to 5). */
import { createLockedBucket, ROOT_KEYS } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test, visit } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { errorText, permissionError, text } from '../src/text.ts'

test.beforeEach(({ signIn }) => signIn())

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const edit = async (page: Page, setting: string, dialogName: string) => {
  await page.getByRole('button', { name: `Edit ${setting}` }).click()
  return page.getByRole('dialog', { name: dialogName })
}

test("a bucket's page links to its other tabs, says if the bucket or a setting can't be read, and fits a phone", async ({
  page,
  given,
  provokes,
  signIn,
}) => {
  await test.step('a row of the list opens the bucket, and its page links to the other tabs', async () => {
    const bucket = await given.bucket()
    await page.goto('/buckets')
    await page.getByPlaceholder('Search Buckets').fill(bucket)
    await rowOf(page, bucket).getByText(bucket).click()
    await expect(page).toHaveURL(`/buckets/${bucket}/summary`)
    await expect(page.getByRole('heading', { level: 1, name: bucket })).toBeVisible()
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(crumbs.getByRole('listitem')).toHaveText(['Buckets', bucket])
    await expect(card(page, 'Replication')).toContainText('Disabled')
    await expect(card(page, 'Reported Usage')).toBeVisible()
    await expect(card(page, 'Usage over time'), 'without a source').toContainText('This console keeps no samples')
    await expect(card(page, 'Object Locking')).toContainText('It can only be enabled when a bucket is created.')
    await expect(card(page, 'Retention'), 'only with object lock').toHaveCount(0)
    await expectAccessible(page)

    await page.getByRole('link', { name: text('bucket:browse') }).click()
    await expect(page).toHaveURL(`/object-browser/${bucket}/`)
    await visit(page, `/buckets/${bucket}`)
    await expect(page).toHaveURL(`/buckets/${bucket}/summary`)
    await visit(page, `/buckets/${bucket}/nothing`)
    await expect(page.getByRole('heading', { name: '404 Not Found' })).toBeVisible()
  })

  await test.step('on a phone the settings are read and changed', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const bucket = await given.bucket()
    await visit(page, `/buckets/${bucket}/summary`)
    const dialog = await edit(page, 'quota', `Enable Bucket Quota of ${bucket}`)
    await dialog.getByRole('switch', { name: 'Enabled' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(card(page, 'Quota')).toContainText('1.0 TiB')
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    expect(width, 'nothing is wider than the screen').toBeLessThanOrEqual(390)
  })

  await test.step('a bucket that does not exist says so on its page', async () => {
    provokes(404)
    await visit(page, '/buckets/no-such-bucket/summary')
    await expect(page.getByText(errorText('NoSuchBucket', { bucket: 'no-such-bucket' }))).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByText(/^Request \S+$/)).toBeVisible()
    await page.getByRole('button', { name: 'Explain' }).click()
    const dialog = page.getByRole('dialog', { name: 'Why this request failed' })
    for (const fact of ['NoSuchBucket', '404', ROOT_KEYS.accessKey]) await expect(dialog).toContainText(fact)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step(`a setting that can't be read says why in its place, and the others are still shown`, async () => {
    await page.setViewportSize({ width: 1360, height: 850 })
    provokes(403)
    const bucket = await given.bucket()
    const user = await given.user({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Action: ['s3:ListBucket', 's3:GetBucketVersioning'],
          Resource: [`arn:aws:s3:::${bucket}`],
        },
      ],
    })
    await signIn({ keys: user })
    await page.goto(`/buckets/${bucket}/summary`)
    await expect(card(page, 'Access Policy')).toContainText(permissionError('s3:GetBucketPolicy', bucket))
    await expect(card(page, 'Quota')).toContainText('(admin:GetBucketQuota on ')
    await expect(card(page, 'Versioning')).toContainText('Disabled')
    const button = page.getByRole('button', { name: 'Edit versioning' })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(button).toHaveAccessibleDescription(permissionError('s3:PutBucketVersioning', bucket))
    await expectAccessible(page)
  })
})

test('each setting of a bucket is changed in its dialog', ON_MINIO_TOO, async ({ page, given, storage, provokes }) => {
  await test.step('the access policy is changed to public, custom and private, and a custom one is not lost without confirmation', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a.txt')
    const anonymousGet = async () => (await fetch(`${storage.url}/${bucket}/a.txt`)).status
    await page.goto(`/buckets/${bucket}/summary`)
    await expect(card(page, 'Access Policy')).toContainText('Private')

    let dialog = await edit(page, 'access policy', `Change Access Policy of ${bucket}`)
    await dialog.getByLabel('Access Policy').selectOption('PUBLIC')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(card(page, 'Access Policy')).toContainText('Public')
    expect(await anonymousGet()).toBe(200)

    const Statement = [
      { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${bucket}/b*` },
      { Effect: 'Allow', Principal: { AWS: 'backup' }, Action: 's3:GetObject', Resource: `arn:aws:s3:::${bucket}/*` },
    ]
    const policy = JSON.stringify({ Version: '2012-10-17', Statement })
    await storage.request({ method: 'PUT', bucket, query: { policy: '' }, body: policy })
    await page.reload()
    await expect(card(page, 'Access Policy')).toContainText('Custom')
    dialog = await edit(page, 'access policy', `Change Access Policy of ${bucket}`)
    await expect(dialog.getByRole('textbox', { name: 'Policy' })).toContainText(`arn:aws:s3:::${bucket}/b*`)
    await expect(dialog.getByText(text('policies:findings.PrincipalMatchesNobody'))).toBeVisible()
    await dialog.getByText(text('policyEditor:simulate')).click()
    const answer = dialog.getByRole('region', { name: text('policies:simulator.answer') })
    await expect(answer).toContainText(
      text('policies:simulator.missingIn', { place: `the policy of bucket ${bucket}` }),
    )
    await dialog.getByLabel('Resource', { exact: true }).fill(`${bucket}/b.txt`)
    await expect(answer).toContainText('Statement 1')
    await expectAccessible(page)
    await dialog.getByLabel('Access Policy').selectOption('PRIVATE')
    await expect(dialog.getByText(text('bucket:summary.access.willBeLost'))).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(card(page, 'Access Policy')).toContainText('Private')
    expect(await anonymousGet()).toBe(403)
  })

  await test.step('versioning is enabled and suspended, with the warning', async () => {
    const hasExclusions = storage.kind === 'minio'
    const bucket = await given.bucket()
    const stored = async () => (await storage.request({ method: 'GET', bucket, query: { versioning: '' } })).text
    await visit(page, `/buckets/${bucket}/summary`)
    let dialog = await edit(page, 'versioning', `Edit Versioning of ${bucket}`)
    await dialog.getByRole('switch', { name: 'Keep versions' }).click()
    const prefixes = dialog.getByLabel('Excluded prefixes')
    if (hasExclusions) await prefixes.fill('tmp/*\ncache/')
    else {
      for (const field of [prefixes, dialog.getByLabel('Exclude folders')]) {
        await expect(field).toBeDisabled()
        await expect(field).toHaveAccessibleDescription(text('bucket:summary.versioning.cannotExclude'))
      }
    }
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(card(page, 'Versioning')).toContainText(hasExclusions ? '2 prefixes excluded' : 'Enabled')
    if (hasExclusions) expect(await stored()).toContain('<Prefix>tmp/*</Prefix>')

    dialog = await edit(page, 'versioning', `Edit Versioning of ${bucket}`)
    await dialog.getByRole('switch', { name: 'Keep versions' }).click()
    await expect(dialog.getByText("File versions won't be automatically deleted")).toBeVisible()
    await expect(dialog.getByText(text('bucket:summary.versioning.exclusionsGo'))).toHaveCount(hasExclusions ? 1 : 0)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(card(page, 'Versioning')).toContainText('Suspended')
    expect(await stored()).toContain('Suspended')
  })

  await test.step('a quota is set with the keyboard alone, and shown in its largest exact unit', async () => {
    const bucket = await given.bucket()
    await visit(page, `/buckets/${bucket}/summary`)
    const button = page.getByRole('button', { name: 'Edit quota' })
    await expect(button).toBeVisible()
    await button.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Enable Bucket Quota of ${bucket}` })
    await expect(dialog.getByRole('switch', { name: 'Enabled' })).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    const size = dialog.getByLabel('Quota', { exact: true })
    await expect(size).toBeFocused()
    await expect(size).toHaveValue('1')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('1.5')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(card(page, 'Quota')).toContainText('1.5 TiB')
    await expect(button, 'focus returns to the button').toBeFocused()

    await page.keyboard.press('Enter')
    await expect(size).toHaveValue('1536')
    await expect(dialog.getByRole('combobox')).toHaveValue('GiB')
    await expectAccessible(page)
    await dialog.getByRole('switch', { name: 'Enabled' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(card(page, 'Quota')).toContainText('Disabled')
  })

  await test.step('retention is set and removed on a bucket with object lock, and versioning stays enabled', async () => {
    const bucket = `${await given.bucket()}-lock`
    await createLockedBucket(storage.request, bucket)
    await visit(page, `/buckets/${bucket}/summary`)
    let dialog = await edit(page, 'retention', `Set Retention Configuration of ${bucket}`)
    await dialog.getByRole('switch', { name: text('bucket:summary.retention.on') }).click()
    await dialog.getByLabel('Retention mode').selectOption('governance')
    await dialog.getByLabel('Validity', { exact: true }).fill('0')
    await expect(dialog.getByText('Enter a validity of at least 1')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await dialog.getByLabel('Validity', { exact: true }).fill('2')
    await dialog.getByLabel(text('createBucket:unit')).selectOption('years')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(card(page, 'Retention')).toContainText('Governance, 2 years')

    dialog = await edit(page, 'retention', `Set Retention Configuration of ${bucket}`)
    await expect(dialog.getByLabel('Validity', { exact: true })).toHaveValue('2')
    await dialog.getByRole('switch', { name: text('bucket:summary.retention.on') }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(card(page, 'Retention')).toContainText('None')

    dialog = await edit(page, 'versioning', `Edit Versioning of ${bucket}`)
    await expect(dialog.getByRole('switch', { name: 'Keep versions' })).toBeDisabled()
    await expect(dialog.getByText(text('bucket:summary.versioning.needed'))).toBeVisible()
  })

  await test.step('encryption is enabled if the server supports it, and otherwise the reason is shown', async () => {
    provokes(501)
    const bucket = await given.bucket()
    await visit(page, `/buckets/${bucket}/summary`)
    await expect(card(page, 'Encryption'), 'no encryption is not an error').toContainText('Disabled')
    let dialog = await edit(page, 'encryption', `Enable Bucket Encryption of ${bucket}`)
    await expect(
      dialog.getByText(errorText('NotInThisSetup', { feature: 'a key management service (KMS)' })),
    ).toBeVisible()
    await dialog.getByLabel('Encryption type').selectOption('SSE-S3')
    await dialog.getByRole('button', { name: 'Save' }).click()
    if (storage.kind === 'minio') {
      await expect(dialog.getByRole('alert')).toContainText(
        'doesn’t support encryption: it has no key management service (KMS)',
      )
      await expectAccessible(page)
      return
    }
    await expect(card(page, 'Encryption')).toContainText('SSE-S3')
    dialog = await edit(page, 'encryption', `Enable Bucket Encryption of ${bucket}`)
    await dialog.getByLabel('Encryption type').selectOption('Disabled')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(card(page, 'Encryption')).toContainText('Disabled')
  })
})
