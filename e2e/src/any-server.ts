/** What a person does with objects in front of any storage server that has versions. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@cooperage/testkit'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import type { Keys } from './given.ts'
import { visit } from './journey.ts'
import { downloadOf, rowOf, uploadFiles, uploadPaths } from './object-browser.ts'
import { text } from './text.ts'
import { fieldText } from './versions.ts'

/** Signs in through the form of a console. */
export async function signInWithForm(page: Page, url: string, { accessKey, secretKey }: Keys): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Username').fill(accessKey)
  await page.getByLabel('Password', { exact: true }).fill(secretKey)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Creates a bucket through the dialog. */
export async function createVersionedBucket(page: Page, bucket: string): Promise<void> {
  await page.getByRole('button', { name: 'Create Bucket' }).first().click()
  const creation = page.getByRole('dialog')
  await creation.getByLabel('Bucket name').fill(bucket)
  await creation.getByRole('switch', { name: /^Versioning/ }).click({ force: true })
  await creation.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: bucket, exact: true })).toBeVisible()
}

/** Uploads in parts, versions, restore, tags, a link and rewind, from the empty folder of a versioned bucket on. */
export async function useObjects(page: Page, bucket: string, megabytes: number): Promise<void> {
  await uploadFiles(page, [{ name: 'a.txt', buffer: Buffer.from('one') }])
  await expect(rowOf(page, 'a.txt')).toBeVisible()
  // Above 16 MiB, files are sent in parts.
  const large = Buffer.alloc(megabytes << 20, 'x')
  const folder = tempFolder('journey-servers')
  writeFileSync(join(folder.path, 'film.bin'), large)
  await uploadPaths(page, [join(folder.path, 'film.bin')])
  await expect(rowOf(page, 'film.bin')).toContainText(`${megabytes}.0 MiB`, { timeout: 60_000 })
  const { bytes } = await downloadOf(page, rowOf(page, 'film.bin'))
  expect(bytes.equals(large)).toBe(true)
  folder.remove()

  // The field of Rewind counts in seconds: the next write falls in another one.
  const second = Math.floor(Date.now() / 1000) * 1000 + 1000
  await expect.poll(() => Date.now(), { intervals: [100] }).toBeGreaterThan(second + 1000)
  await uploadFiles(page, [{ name: 'a.txt', buffer: Buffer.from('the second') }])
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('transfers:conflict.overwrite') })
    .click()
  await expect(rowOf(page, 'a.txt')).toContainText('10 B')

  await page.getByRole('button', { name: 'Rewind', exact: true }).click()
  const rewind = page.getByRole('dialog', { name: 'Rewind' })
  await rewind.getByLabel('Rewind to').fill(fieldText(second))
  await rewind.getByRole('button', { name: 'Show Rewind Data' }).click()
  await expect(rowOf(page, 'a.txt')).toContainText('3 B')
  expect((await downloadOf(page, rowOf(page, 'a.txt'))).bytes.toString()).toBe('one')

  await visit(page, `/object-browser/${bucket}/a.txt`)
  const versions = page.getByRole('region', { name: 'Versions' })
  await expect(versions.getByText(text('objectDetail:versions.count_other', { number: '2' }))).toBeVisible()
  const first = versions.getByRole('row').filter({ hasText: 'v1' })
  await first.getByRole('button', { name: text('objectDetail:versions.restore') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('objectDetail:restore.confirm') })
    .click()
  await expect(page.getByText(text('objectDetail:restore.copy', { name: 'a.txt' }))).toBeVisible()
  await expect(versions.getByText(text('objectDetail:versions.count_other', { number: '3' }))).toBeVisible()

  const tags = page.getByRole('region', { name: 'Tags' })
  await tags.getByRole('button', { name: 'Add tag' }).click()
  const tag = page.getByRole('dialog', { name: 'Add New Tag to a.txt' })
  await tag.getByLabel('Tag key').fill('team')
  await tag.getByLabel('Tag label').fill('archive')
  await tag.getByRole('button', { name: 'Save' }).click()
  await expect(tags.getByRole('listitem').filter({ hasText: 'team: archive' })).toBeVisible()

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const share = page.getByRole('dialog', { name: 'Share File a.txt' })
  const link = share.getByLabel(text('objects:share.link'))
  await expect(link).toHaveValue(/X-Amz-Signature=/)
  expect(await (await fetch(await link.inputValue())).text()).toBe('one')
  await expect(share.getByRole('radio', { name: text('objects:share.lasting') })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(share).toBeHidden()
}

/** The pages of a bucket and an object of it fit on a phone. */
export async function viewOnPhone(page: Page, bucket: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of [`/buckets/${bucket}/summary`, `/object-browser/${bucket}/`, `/object-browser/${bucket}/a.txt`]) {
    await visit(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 1360, height: 850 })
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
  const shown = await page.evaluate<number>('document.documentElement.clientWidth')
  expect(wide, `${page.url()} is wider than the screen`).toBeLessThanOrEqual(shown)
}
