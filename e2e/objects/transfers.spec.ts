import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { keysOf } from '../src/given.ts'
import { expect, test } from '../src/journey.ts'

test.beforeEach(({ signIn }) => signIn())

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function upload(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await (await chooser).setFiles(files)
}

test('three files are uploaded, listed, and downloaded byte for byte', async ({ page, given, storage }) => {
  const bucket = await given.bucket()
  const files = [
    { name: 'empty.dat', mimeType: 'application/octet-stream', buffer: Buffer.alloc(0) },
    { name: 'letter to Zoë.txt', mimeType: 'text/plain', buffer: Buffer.from('Liebe Zoë,\r\n…\n') },
    { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: randomBytes(6 * 1024 * 1024 + 17) },
  ]
  await page.goto(`/object-browser/${bucket}/`)
  await expect(page.getByText('This bucket is empty')).toBeVisible()
  await expectAccessible(page)

  await upload(page, files)

  await expect(page.getByText('Object(s) uploaded successfully.')).toBeVisible()
  for (const { name } of files) await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  await expectAccessible(page)
  expect(await keysOf(storage, bucket)).toEqual(files.map(({ name }) => name))

  for (const { name, buffer } of files) {
    const started = page.waitForEvent('download')
    await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Download' }).click()
    const download = await started
    expect(download.suggestedFilename()).toBe(name)
    const bytes = await readFile(await download.path())
    expect(sha256(bytes), name).toBe(sha256(buffer))
  }
})

test('files chosen in a folder land in that folder', async ({ page, given, storage }) => {
  const bucket = await given.bucket()
  await given.object(bucket, '2025/old.txt')
  await page.goto(`/object-browser/${bucket}/2025/`)
  await upload(page, [{ name: 'new.txt', mimeType: 'text/plain', buffer: Buffer.from('new') }])

  await expect(page.getByRole('row').filter({ hasText: 'new.txt' })).toBeVisible()
  expect(await keysOf(storage, bucket)).toEqual(['2025/new.txt', '2025/old.txt'])
})

test('an upload with the name of an object replaces it', async ({ page, given, storage }) => {
  const bucket = await given.bucket()
  await given.object(bucket, 'note.txt', 'first')
  await page.goto(`/object-browser/${bucket}/`)
  await upload(page, [{ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('second') }])
  await expect(page.getByText('Object(s) uploaded successfully.')).toBeVisible()

  await expect(page.getByRole('row').filter({ hasText: 'note.txt' })).toContainText('6 B')
  expect((await storage.request({ method: 'GET', bucket, key: 'note.txt' })).text).toBe('second')
})
