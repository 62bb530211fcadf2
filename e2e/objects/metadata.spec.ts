/** Editing the metadata of an object on its page, and renaming and moving it there. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { keysOf, LISTED } from '../src/given.ts'
import { expect, test, visit } from '../src/journey.ts'
import { text } from '../src/text.ts'
import { lockedBucket, putVersion, versionsOf } from '../src/versions.ts'

test.beforeEach(({ page }) => {
  page.setDefaultTimeout(60_000)
})

const card = (page: Page) => page.getByRole('region', { name: 'Metadata' })
const edit = (page: Page) => card(page).getByRole('button', { name: 'Edit metadata' })

test('headers and metadata of an object are changed, and a concurrent change is not overwritten', async ({
  page,
  given,
  signIn,
  storage,
}) => {
  const bucket = await given.bucket()
  const key = 'a <b>&+.txt'
  const put = (headers: Record<string, string>) =>
    storage.request({ method: 'PUT', bucket, key, body: 'text', headers: { 'x-amz-tagging': 'k=v', ...headers } })
  const head = async () => (await storage.request({ method: 'HEAD', bucket, key })).headers
  await put({ 'content-type': 'text/x', 'x-amz-meta-old': '1' })
  await signIn()
  await page.goto(`/object-browser/${bucket}/${encodeURIComponent(key)}`)
  await edit(page).click()
  const dialog = page.getByRole('dialog', { name: `${text('objectDetail:metadata.title')} ${key}` })
  const save = dialog.getByRole('button', { name: 'Save' })
  await expect(dialog.getByLabel('Content-Type')).toHaveValue('text/x')
  await dialog.getByLabel('Expires').fill('soon')
  await expect(dialog.getByText(text('objectDetail:metadata.problems.date'))).toBeVisible()
  await expect(save).toBeDisabled()
  await dialog.getByLabel('Expires').fill('2027-10-31T08:00:00Z')
  await dialog.getByLabel('Content-Type').fill('text/plain')
  await dialog.getByLabel('Cache-Control').fill('no-store')
  await dialog.getByLabel('Key 1').fill('Author')
  await dialog.getByLabel('Value 1').fill('Größe <i>')
  await expectAccessible(page)
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(edit(page), 'focus returns').toBeFocused()
  await expect(card(page).getByText('Größe <i>')).toBeVisible()
  expect(await head()).toMatchObject({
    'content-type': 'text/plain',
    'cache-control': 'no-store',
    expires: 'Sun, 31 Oct 2027 08:00:00 GMT',
    'x-amz-tagging-count': '1',
  })
  expect((await head())['x-amz-meta-old']).toBeUndefined()

  await edit(page).click()
  await expect(dialog.getByLabel('Cache-Control')).toHaveValue('no-store')
  await put({ 'cache-control': 'private' })
  // The page behind the dialog reads the object again; only the state that the form started from may be replaced.
  await expect(async () => {
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
    await expect(page.getByText('private', { exact: true })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await dialog.getByLabel('Cache-Control').fill('public')
  await save.click()
  await expect(dialog.getByText(text('objectDetail:metadata.changedMeanwhile'))).toBeVisible()
  expect((await head())['cache-control']).toBe('private')
})

test('a held object gets a new version with changed metadata, and an object is renamed and moved from its page', async ({
  page,
  signIn,
  storage,
  given,
}) => {
  await test.step('a held object gets a new version with changed metadata, which is held too, and the earlier version is kept', async () => {
    const bucket = await lockedBucket(storage)
    const first = await putVersion(storage, bucket, 'k.txt', 'text', {
      'x-amz-object-lock-legal-hold': 'ON',
      expires: '0',
    })
    await signIn()
    await page.goto(`/object-browser/${bucket}/k.txt`)
    await edit(page).click()
    const dialog = page.getByRole('dialog', { name: `${text('objectDetail:metadata.title')} k.txt` })
    await expect(dialog.getByText(text('objectDetail:metadata.newVersion'))).toBeVisible()
    await expect(dialog.getByText(text('objectDetail:metadata.kept'))).toBeVisible()
    await dialog.getByLabel('Content-Language').fill('de')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(text('objectDetail:metadata.saved', { name: 'k.txt' }))).toBeVisible()
    await expect(card(page).getByText('de', { exact: true })).toBeVisible()
    await expect.poll(async () => (await versionsOf(storage, bucket, 'k.txt')).length, LISTED).toBe(2)
    const { headers } = await storage.request({ method: 'HEAD', bucket, key: 'k.txt' })
    expect(headers).toMatchObject({ 'content-language': 'de', 'x-amz-object-lock-legal-hold': 'ON' })
    const before = await storage.request({ method: 'GET', bucket, key: 'k.txt', query: { versionId: first } })
    expect(before.text).toBe('text')
    expect(before.headers).toMatchObject({ 'x-amz-object-lock-legal-hold': 'ON' })
    expect(before.headers['content-language']).toBeUndefined()

    await visit(page, `/object-browser/${bucket}/k.txt?version=${first}`)
    await expect(edit(page)).toHaveAttribute('title', text('objectDetail:metadata.olderVersion'))
  })

  await test.step('an object is renamed and moved from its page, which then shows the new address', async () => {
    const bucket = await given.bucket()
    await given.objects(bucket, ['f/old.txt', 'g/other.txt'])
    await visit(page, `/object-browser/${bucket}/f/old.txt`)
    const more = page.getByRole('group', { name: 'File Actions' }).getByRole('button', { name: 'More' })
    await more.click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByLabel(text('copying:rename.name')).fill('new.txt')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/object-browser/${bucket}/f/new\\.txt$`))
    await expect(page.getByRole('heading', { level: 1, name: 'new.txt' })).toBeVisible()

    await more.click()
    await page.getByRole('menuitem', { name: 'Move' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move new.txt' })
    await dialog.getByLabel('Folder', { exact: true }).fill('g')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/object-browser/${bucket}/g/new\\.txt$`))
    await expect(page.getByRole('heading', { level: 1, name: 'new.txt' })).toBeVisible()
    await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(['g/new.txt', 'g/other.txt'])
  })
})
