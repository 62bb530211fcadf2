/** Links that outlive the session: created with the keyboard, used on a phone by someone without an account, revoked. */
import { readFile } from 'node:fs/promises'
import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { keysOf } from '../src/given.ts'
import { expect, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { text } from '../src/text.ts'

const PASSWORD = 'correct horse battery'
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('a link to an object and an upload link work without an account until they are revoked', async ({
  page,
  visitor,
  given,
  signIn,
  storage,
  sharedConsole,
}) => {
  const bucket = await given.bucket()
  await given.object(bucket, 'minutes of may.txt', 'agreed')
  await signIn()
  await page.goto(`/object-browser/${bucket}/`)
  await rowOf(page, 'minutes of may.txt').getByRole('button', { name: 'Share minutes of may.txt' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Share File minutes of may.txt' })
  const temporary = form.getByLabel(text('objects:share.link'), { exact: true })
  await expect(temporary).toHaveValue(/X-Amz-Signature=/)
  await form.getByRole('radio', { name: text('objects:share.lasting') }).check()
  await expect(temporary).toHaveCount(0)
  await expect(form.getByLabel(text('shareLinks:create.life'))).toHaveValue('30')
  await form.getByLabel(text('shareLinks:create.password')).first().fill(PASSWORD)
  await form.getByLabel(text('shareLinks:create.sharedBy')).fill('Ana of Records')
  await expectAccessible(page)
  await form.getByLabel(text('shareLinks:create.sharedBy')).press('Enter')
  const created = page.getByRole('dialog', { name: text('shareLinks:created.title') })
  const address = created.getByLabel(text('shareLinks:created.address'))
  await expect(address).toBeFocused()
  const download = await address.inputValue()
  expect(download).toMatch(new RegExp(`^${sharedConsole.url}/s/[\\w-]{43}$`))
  await created.getByRole('button', { name: text('shareLinks:created.done') }).press('Enter')

  await page.goto('/account?tab=links')
  await page.getByRole('button', { name: text('shareLinks:create.action') }).press('Enter')
  const uploadForm = page.getByRole('dialog', { name: text('shareLinks:create.title') })
  await uploadForm.getByRole('radio', { name: /^Upload/ }).check()
  await uploadForm.getByRole('textbox', { name: text('shareLinks:create.bucket') }).fill(bucket)
  await uploadForm.getByRole('textbox', { name: text('shareLinks:create.folder') }).fill('inbox/')
  await page.keyboard.press('Enter')
  const upload = await address.inputValue()
  await created.getByRole('button', { name: text('shareLinks:created.done') }).press('Enter')
  await expect(page.getByText(text('shareLinks:count_other', { number: '2' }))).toBeVisible()
  // A dialog that fades out has no name any more.
  await expect(page.locator('[role=dialog]')).toHaveCount(0)
  await expectAccessibleInBothThemes(page)

  const phone = await (await visitor(PHONE)).newPage()
  await phone.goto(download)
  await expectAccessible(phone)
  await phone.getByLabel('Password').fill('something else')
  await phone.getByRole('button', { name: 'Open' }).tap()
  await expect(phone.getByRole('alert')).toHaveText(/The password is wrong/)
  await phone.getByLabel('Password').fill(PASSWORD)
  await expect(phone.getByText(/The password is wrong/), 'what is typed now may be right').toBeHidden()
  await phone.getByRole('button', { name: 'Open' }).tap()
  await expect(phone.getByText('minutes of may.txt')).toBeVisible()
  await expect(phone.getByText('Shared by Ana of Records')).toBeVisible()
  await expectAccessible(phone)
  const started = phone.waitForEvent('download')
  await phone.getByRole('button', { name: 'Download' }).tap()
  expect(await readFile(await (await started).path(), 'utf8')).toBe('agreed')

  await phone.goto(upload)
  await expectAccessible(phone)
  expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  await phone.getByLabel('Files').setInputFiles([
    { name: 'beach.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('sand') },
    { name: '<b>bold</b>.txt', mimeType: 'text/plain', buffer: Buffer.from('text') },
  ])
  await phone.getByRole('button', { name: 'Send' }).tap()
  await expect(phone.getByText('was sent.')).toHaveCount(2)
  await expect
    .poll(async () => (await keysOf(storage, bucket)).filter((key) => /^inbox\/(beach|<b>bold<\/b>|b>)?/.test(key)))
    .toHaveLength(2)

  await page.getByRole('button', { name: text('shared:refresh') }).click()
  const question = page.getByRole('dialog', { name: text('shareLinks:revoke.title_one') })
  await page.getByRole('button', { name: `Revoke ${bucket}/inbox/` }).press('Enter')
  await expect(question).toContainText(`${bucket}/inbox/`)
  await question.getByRole('button', { name: text('shareLinks:revoke.action') }).press('Enter')
  // The row with the button is gone.
  await expect(page.getByRole('row', { name: 'minutes of may.txt' })).toBeFocused()
  await page.getByRole('checkbox', { name: text('shared:selectAll') }).check()
  await page.getByRole('button', { name: text('shareLinks:revoke.action'), exact: true }).press('Enter')
  await expectAccessible(page)
  await question.getByRole('button', { name: text('shareLinks:revoke.action') }).press('Enter')
  await expect(page.getByText(text('shareLinks:empty'))).toBeVisible()
  expect((await phone.goto(upload))?.status()).toBe(403)
  await expect(phone.getByText(/This link doesn’t work/)).toBeVisible()
  expect((await phone.goto(download))?.status()).toBe(403)
})

test('a link that may download directly brings its file from the storage server, or from the console', async ({
  page,
  visitor,
  given,
  signIn,
  storage,
  provokes,
}) => {
  provokes('unreachable')
  const bucket = await given.bucket()
  await given.object(bucket, 'film of may.bin', 'as it was filmed')
  await signIn()
  await page.goto('/account?tab=links')
  await page.getByRole('button', { name: text('shareLinks:create.action') }).press('Enter')
  const form = page.getByRole('dialog', { name: text('shareLinks:create.title') })
  await form.getByRole('textbox', { name: text('shareLinks:create.bucket') }).fill(bucket)
  await form.getByRole('textbox', { name: text('shareLinks:create.path') }).fill('film of may.bin')
  const direct = form.getByRole('switch', { name: text('shareLinks:create.direct') })
  await direct.press('Space')
  await form.getByLabel(text('shareLinks:create.password')).first().fill(PASSWORD)
  const submit = form.getByRole('button', { name: text('shareLinks:create.submit') })
  await expect(submit).toHaveAccessibleDescription(text('shareLinks:problems.direct'))
  await form.getByLabel(text('shareLinks:create.password')).first().fill('')
  await expectAccessible(page)
  await submit.press('Enter')
  const created = page.getByRole('dialog', { name: text('shareLinks:created.title') })
  const address = await created.getByLabel(text('shareLinks:created.address')).inputValue()
  await created.getByRole('button', { name: text('shareLinks:created.done') }).press('Enter')
  await expect(rowOf(page, 'film of may.bin')).toContainText(text('shareLinks:directKind'))

  const phone = await (await visitor(PHONE)).newPage()
  await phone.goto(address)
  const { host, origin } = new URL(storage.url)
  await expect(phone.getByText(`The file comes from ${host}.`)).toBeVisible()
  await expectAccessible(phone)
  expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  const download = async (tap: () => Promise<void>) => {
    const started = phone.waitForEvent('download')
    await tap()
    const file = await started
    return [new URL(file.url()).origin, file.suggestedFilename(), await readFile(await file.path(), 'utf8')]
  }
  const button = phone.getByRole('button', { name: 'Download' })
  expect(await download(() => button.tap())).toEqual([origin, 'film of may.bin', 'as it was filmed'])
  const link = phone.getByRole('link', { name: /download it here/ })
  const here = new URL(address).origin
  expect(await download(() => link.tap())).toEqual([here, 'film of may.bin', 'as it was filmed'])
})
