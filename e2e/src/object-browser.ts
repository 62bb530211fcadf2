/** What a person does in an open folder. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'

export interface UploadedFile {
  name: string
  buffer: Buffer
}

/** Chooses files through the button. */
export async function uploadFiles(page: Page, files: readonly UploadedFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await (await chooser).setFiles(files.map((file) => ({ mimeType: 'application/octet-stream', ...file })))
}

/** Row of an object or a folder, by the text of its name. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name })
}

/** Downloads the object of a row: the name that the browser would save it under, and its bytes. */
export async function downloadOf(page: Page, row: Locator): Promise<{ fileName: string; bytes: Buffer }> {
  const started = page.waitForEvent('download')
  await row.getByRole('link', { name: 'Download' }).click()
  const download = await started
  return { fileName: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** Deletes what a row shows, with the answer to the question. */
export async function deleteRow(page: Page, row: Locator): Promise<void> {
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
}
