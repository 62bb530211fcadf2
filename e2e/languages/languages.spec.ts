/** The console in other languages: all of an administrator's first steps, and what changes when the language does. */
import { readFileSync } from 'node:fs'
import { expect, test } from '../src/journey.ts'

const EVERYTHING = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
}
const MESSAGES = new URL('../../packages/web/src/messages/', import.meta.url)

/** The message of a language by its file and its path in it. */
function textIn(tag: string, file: string, path: string, values: Record<string, string> = {}): string {
  const messages: unknown = JSON.parse(readFileSync(new URL(`${tag}/${file}.json`, MESSAGES), 'utf8'))
  const found = path.split('.').reduce((at, name) => Reflect.get(at as object, name), messages) as string
  return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}

for (const { tag, locale, dir } of [
  { tag: 'ja', locale: 'ja-JP', dir: 'ltr' },
  { tag: 'ar', locale: 'ar-EG', dir: 'rtl' },
]) {
  test(`a visitor with a browser in ${locale} signs in, creates a bucket, uploads and shares a file`, async ({
    visitor,
    given,
    storage,
    provokes,
  }) => {
    provokes(401, 409)
    const t = textIn.bind(undefined, tag)
    const page = await (await visitor({ locale })).newPage()
    await page.goto('/login')
    await expect(page.locator('html')).toHaveAttribute('lang', tag)
    await expect(page.locator('html')).toHaveAttribute('dir', dir)

    await test.step('an error of the API is in the language', async () => {
      await page.getByLabel(t('session', 'username')).fill(storage.root.accessKey)
      await page.getByLabel(t('session', 'password'), { exact: true }).fill('wrong-password')
      await page.getByRole('button', { name: t('session', 'login'), exact: true }).click()
      await expect(page.getByRole('alert')).toHaveText(t('api', 'error.InvalidLogin'))
    })
    await page.getByLabel(t('session', 'password'), { exact: true }).fill(storage.root.secretKey)
    await page.getByRole('button', { name: t('session', 'login'), exact: true }).click()
    await page.getByRole('link', { name: t('shell', 'menu.buckets'), exact: true }).click()

    const existing = await given.bucket()
    await test.step('a bucket', async () => {
      await page
        .getByRole('button', { name: t('buckets', 'create') })
        .first()
        .click()
      const dialog = page.getByRole('dialog', { name: t('create-bucket', 'title') })
      const create = dialog.getByRole('button', { name: t('shared', 'save'), exact: true })
      await dialog.getByLabel(t('create-bucket', 'name')).fill(existing)
      await create.click()
      await expect(dialog.getByText(t('api', 'error.BucketExists', { bucket: existing }))).toBeVisible()
      await dialog.getByLabel(t('create-bucket', 'name')).fill(`${existing}-${tag}`)
      await create.click()
      await expect(dialog).toBeHidden()
    })

    await test.step('a file', async () => {
      await page.goto(`/object-browser/${existing}-${tag}/`)
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: t('objects', 'upload'), exact: true }).click()
      await (await chooser).setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1536) })
      // From left to right in every language.
      await expect(page.getByRole('row', { name: 'notes.txt' })).toContainText(/1\.5 KiB/)
    })

    await test.step('a link', async () => {
      await page.getByRole('link', { name: 'notes.txt', exact: true }).click()
      await page.getByRole('button', { name: t('object-detail', 'share') }).click()
      const dialog = page.getByRole('dialog', { name: t('objects', 'share.title') })
      await expect(dialog.getByLabel(t('objects', 'share.link'))).toHaveValue(/^http/)
    })
  })
}

test('numbers and texts are those of the chosen language, not of the browser, without a reload', async ({
  visitor,
  given,
}) => {
  const bucket = await given.bucket()
  await given.object(bucket, 'half.bin', Buffer.alloc(1536))
  const context = await visitor({ locale: 'de-DE' })
  const page = await context.newPage()
  const keys = await given.user(EVERYTHING)
  await page.request.post('/api/v1/login', { data: keys })
  await page.goto(`/object-browser/${bucket}/`)
  const row = page.getByRole('row', { name: 'half.bin' })
  await expect(row).toContainText('1,5 KiB')
  await page.getByRole('button', { name: new RegExp(keys.accessKey) }).click()
  await page.evaluate('window.isSameDocument = true')
  const menu = page.getByRole('combobox', { name: textIn('de', 'shared', 'language') })
  await menu.selectOption('en')
  await expect(row).toContainText('1.5 KiB')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.getByRole('combobox', { name: textIn('ar', 'shared', 'language') }).selectOption('en')
  expect(await page.evaluate('window.isSameDocument')).toBe(true)

  await page.reload()
  await expect(row).toContainText('1.5 KiB')
  await test.step('the account has it in another browser too, whose own language is German', async () => {
    const elsewhere = await (await visitor({ locale: 'de-DE' })).newPage()
    await elsewhere.request.post('/api/v1/login', { data: keys })
    await elsewhere.goto(`/object-browser/${bucket}/`)
    await expect(elsewhere.getByRole('row', { name: 'half.bin' })).toContainText('1.5 KiB')
    await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'en')
  })
  const other = await (await visitor({ locale: 'en-US' })).newPage()
  await other.goto('/login')
  await other.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await expect(other.getByLabel('Benutzername')).toBeVisible()

  await test.step('the documentation follows too, and is in English where it isn’t translated', async () => {
    await other.goto('/documentation/buckets')
    await other.evaluate('window.isSameDocument = true')
    const main = other.getByRole('main')
    await expect(main.getByRole('heading', { name: 'Anonymer Zugriff' })).toBeVisible()
    await main.getByRole('link', { name: 'Richtlinien', exact: true }).first().click()
    await expect(other).toHaveURL(/\/documentation\/policies$/)
    await expect(main.getByRole('heading', { name: 'Richtlinien', level: 1 })).toBeVisible()
    await expect(main.getByText(textIn('de', 'guide', 'untranslated'))).toHaveCount(0)
    await other.getByRole('combobox', { name: textIn('de', 'shared', 'language') }).selectOption('fr')
    await expect(main.getByText(textIn('fr', 'guide', 'untranslated'))).toBeVisible()
    await expect(main.getByRole('heading', { name: textIn('fr', 'guide', 'titles.policies'), level: 1 })).toBeVisible()
    await expect(main.locator('[lang="en"]')).toContainText('consoleAdmin')
    expect(await other.evaluate('window.isSameDocument')).toBe(true)
  })
})
