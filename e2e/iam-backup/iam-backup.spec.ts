import { accountsOf, allow, uniqueName } from '@cooperage/testkit'
import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { text } from '../src/text.ts'

const button = (key: string) => ({ name: text(`iamBackup:${key}`), exact: true })

test('a deleted user and its policy are restored from an export, as previewed', async ({
  page,
  ownStorage,
  ownConsole,
  signIn,
}, info) => {
  const storage = await ownStorage()
  const { url } = await ownConsole({ storage })
  const accounts = accountsOf(storage)
  const policy = await accounts.policy(allow(['s3:ListAllMyBuckets'], '*'))
  const user = await accounts.user(policy)
  const other = await accounts.user('readonly')
  await signIn({ keys: storage.root, at: url })
  await page.goto(`${url}/iam-backup`)

  await page.getByRole('button', button('export.action')).click()
  await expect(page.getByRole('dialog')).toContainText(text('iamBackup:export.confirm.warning'))
  await expectAccessible(page)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', button('export.confirm.submit')).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^iam-backup-\d{4}-\d\d-\d\d\.zip$/)
  const archive = info.outputPath('backup.zip')
  await download.saveAs(archive)

  await accounts.remove(user)
  await accounts.removePolicy(policy)
  await accounts.setStatus(other, 'disabled')

  await page.getByLabel(text('iamBackup:import.fileLabel')).setInputFiles(archive)
  const changes = page.getByRole('grid', { name: text('iamBackup:preview.list') })
  await expect(changes.getByRole('row')).toHaveCount(5)
  await expect(rowOf(page, policy)).toContainText(text('iamBackup:preview.changes.add'))
  await expect(changes.getByRole('row', { name: other.accessKey })).toContainText(
    text('iamBackup:values.arrow', { before: 'disabled', after: 'enabled' }),
  )
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)

  await page.getByRole('button', button('preview.submit')).click()
  await expect(page.getByRole('dialog')).toContainText(text('iamBackup:confirm.changes_one', { number: '1' }))
  await expectAccessible(page)
  await page.getByRole('button', button('confirm.submit')).click()
  const results = page.getByRole('grid', { name: text('iamBackup:result.list') })
  await expect(results.getByRole('row')).toHaveCount(5)
  await expect(results.getByText(text('iamBackup:result.outcomes.done'))).toHaveCount(4)
  await expectAccessible(page)

  await page.context().clearCookies()
  await signIn({ keys: user, at: url })
  await page.goto(`${url}/buckets`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('explains why a file isn’t a backup', async ({ page, signIn, provokes }) => {
  provokes(400)
  await signIn()
  await page.goto('/iam-backup')
  const file = { name: 'photos.zip', mimeType: 'application/zip', buffer: Buffer.from(uniqueName('photos')) }
  await page.getByLabel(text('iamBackup:import.fileLabel')).setInputFiles(file)
  await expect(page.getByRole('region', { name: text('iamBackup:import.title') }).getByRole('alert')).toContainText(
    'Can’t read this backup',
  )
  await expectAccessible(page)
})
