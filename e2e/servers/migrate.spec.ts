/** The assistant that moves buckets to another storage server. */
import { readFileSync } from 'node:fs'
import { allow, send } from '@cooperage/testkit'
import { expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { givenAt, type Keys } from '../src/given.ts'
import { expect, test } from '../src/journey.ts'
import { text } from '../src/text.ts'

test('buckets are checked, migrated and verified, and later what has changed', async ({
  page,
  storage,
  given,
  twoServers,
  provokes,
}) => {
  const { url, paris: other, signInAtBoth } = await twoServers()
  const bucket = await given.bucket('moving')
  const versioned = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'
  await storage.request({ method: 'PUT', bucket, query: { versioning: '' }, body: versioned })
  const plain = await given.bucket('plain')
  const target = `${bucket}-new`
  await given.object(bucket, 'a ü.txt', 'one')
  await given.object(bucket, 'a ü.txt', 'two')
  await given.object(plain, 'b.txt', 'hello')
  await givenAt(other).bucket('already-there')
  const keys = await given.user({ Version: '2012-10-17', Statement: [allow(['s3:GetObject'], `${bucket}/*`)] })
  const list = page.getByRole('region', { name: text('migration:list') })
  const row = (title: string) => list.getByRole('row').filter({ hasText: title })
  // Whether there is a session at a server is known by asking.
  provokes(401)
  await signInAtBoth()

  await test.step('the menu of servers leads to the assistant', async () => {
    await page.getByRole('button', { name: text('servers:switch', { title: 'Berlin' }) }).click()
    await page.getByRole('menuitem', { name: text('servers:migrate') }).click()
    await expect(page).toHaveURL(`${url}/servers/berlin/migrate`)
    await expect(page.getByRole('heading', { name: text('migration:title') })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await test.step('users and policies are created at the target, and their new keys saved', async () => {
    await page.getByLabel(text('migration:target'), { exact: true }).selectOption('paris')
    await page.getByRole('button', { name: text('migration:accounts.check'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    const entry = dialog.getByRole('listitem').filter({ hasText: keys.accessKey })
    await expect(entry.first()).toContainText(text('migration:accounts.statuses.create'))
    await expectAccessibleInBothThemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessibleInBothThemes(page)
    await page.setViewportSize({ width: 1360, height: 850 })
    await dialog.getByRole('button', { name: text('migration:accounts.create'), exact: true }).click()
    await expect(entry.first()).toContainText(text('migration:accounts.statuses.created'))
    await expectAccessibleInBothThemes(page)
    // Closing would lose the keys.
    await dialog.getByText(text('migration:report.close'), { exact: true }).click()
    await expect(dialog).toHaveAccessibleName(text('migration:accounts.discardTitle', { target: 'Paris' }))
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: text('migration:accounts.saveKeys') }).click()
    const created = JSON.parse(readFileSync(await (await saved).path(), 'utf8')) as Keys[]
    const [key] = created.filter(({ accessKey }) => accessKey === keys.accessKey)
    expect(key?.secretKey).not.toBe(keys.secretKey)
    const { text: response } = await send({ url: other.url, method: 'GET', credentials: key ?? keys })
    expect(response).not.toMatch(/InvalidAccessKeyId|SignatureDoesNotMatch/)
    await dialog.getByText(text('migration:report.close'), { exact: true }).click()
  })

  await test.step('nothing is written before it is clear what becomes of each bucket', async () => {
    await page.getByLabel(text('migration:target'), { exact: true }).selectOption('paris')
    const search = page.getByLabel(text('migration:searchBuckets'))
    for (const name of [bucket, plain]) {
      await search.fill(name)
      await page.getByRole('checkbox', { name }).check()
    }
    await page.getByRole('button', { name: text('migration:check'), exact: true }).click()
    const checked = page.getByRole('listitem').filter({ hasText: bucket })
    await expect(checked.first()).toContainText(text('migration:outcomes.kept'))
    await expect(checked.first()).toContainText(text('migration:names.versioning'))
    await page.getByLabel(text('migration:nameThere')).first().fill(target)
    await expectAccessibleInBothThemes(page)
  })

  await test.step('both are migrated, and the report says that they are equal', async () => {
    await page.getByRole('button', { name: text('migration:start_other', { number: '2' }) }).click()
    await expect(row(target)).toContainText(text('migration:same'))
    await expect(row(plain)).toContainText(text('migration:same'))
    await row(target)
      .getByRole('button', { name: text('migration:actions.report') })
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(text('migration:report.kinds.settingKept'))
    await expectAccessibleInBothThemes(page)
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: text('migration:report.json') }).click()
    const report = JSON.parse(readFileSync(await (await downloading).path(), 'utf8'))
    expect(report).toMatchObject({ copied: 2, counts: { versions: 2, equal: 2, differences: 0 } })
    await page.keyboard.press('Escape')
  })

  await test.step('another run copies what has changed', async () => {
    await given.object(plain, 'c.txt', 'new')
    await row(plain)
      .getByRole('button', { name: text('migration:actions.again') })
      .click()
    await expect(row(plain).filter({ hasText: text('serverJobs:skipped', { number: '1' }) })).toContainText(
      text('migration:same'),
    )
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(row(target)).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
})
