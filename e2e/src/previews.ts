/** Previews of objects in a journey, and files for them. */
import type { Page } from '@playwright/test'
import { rowOf } from './object-browser.ts'
import type { StorageProcess } from './storage-process.ts'
import { text } from './text.ts'

/** An object that is previewed. */
export interface StoredFile {
  name: string
  contentType: string
  /** The Content-Encoding; absent for none. */
  encoding?: string
  body: Buffer
}

export async function storeFile(storage: StorageProcess, bucket: string, file: StoredFile): Promise<void> {
  const { name: key, contentType, encoding, body } = file
  const headers = { 'content-type': contentType, ...(encoding !== undefined && { 'content-encoding': encoding }) }
  await storage.request({ method: 'PUT', bucket, key, body, headers })
}

/** Opens the preview from the row of the object. */
export async function openPreview(page: Page, name: string): Promise<void> {
  await rowOf(page, name)
    .getByRole('button', { name: text('shared:moreActions', { name }) })
    .click()
  await page.getByRole('menuitem', { name: text('preview:action') }).click()
}

/** The dialog of a preview, and the frame in it. */
export function previewOf(page: Page, name: string) {
  const dialog = page.getByRole('dialog', { name: text('preview:title', { name }) })
  return { dialog, frame: dialog.frameLocator(`iframe[title="${text('preview:frame', { name })}"]`) }
}

/** Silence of this many seconds. */
export function wav(seconds: number): Buffer {
  const rate = 44_100
  const data = 2 * rate * seconds
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + data, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(2 * rate, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(data, 40)
  return Buffer.concat([header, Buffer.alloc(data)])
}
