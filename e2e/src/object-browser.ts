/** Actions of a person in an open folder. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { text } from './text.ts'

export interface UploadedFile {
  name: string
  buffer: Buffer
}

/** Chooses files of this machine through the button; faster for large files. */
export async function uploadPaths(page: Page, paths: string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await (await chooser).setFiles(paths)
}

/** Chooses files through the button. */
export async function uploadFiles(page: Page, files: readonly UploadedFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await (await chooser).setFiles(files.map((file) => ({ mimeType: 'application/octet-stream', ...file })))
}

/** Chooses a folder of this machine through the menu beside the button. */
export async function uploadFolder(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: text('objects:uploadMenu') }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: text('objects:uploadFolder') }).click()
  await (await chooser).setFiles(path)
}

/** Drops files and folders of this machine onto the middle of the page, as from a file manager. */
export async function dropFiles(page: Page, files: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const at = { x: 700, y: 500, data: { items: [], files, dragOperationsMask: 1 } }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...at })
  }
  await session.detach()
}

/** The network of a page; `context.setOffline` has no effect beside it. */
export interface Network {
  limitUploads(bytesPerSecond: number): Promise<void>
  /** Requests that are under way fail too. */
  cut(): Promise<void>
  /** Without a limit again. */
  restore(): Promise<void>
}

export async function networkOf(page: Page): Promise<Network> {
  const session = await page.context().newCDPSession(page)
  const emulate = async (change: { offline?: boolean; uploadThroughput?: number }) => {
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
    await session.send('Network.emulateNetworkConditions', { ...conditions, ...change })
  }
  await session.send('Network.enable')
  return {
    limitUploads: (bytesPerSecond) => emulate({ uploadThroughput: bytesPerSecond }),
    cut: () => emulate({ offline: true }),
    restore: () => emulate({}),
  }
}

/** Limits uploads to this rate until the returned function is called. */
export async function slowUploads(page: Page, bytesPerSecond: number): Promise<() => Promise<void>> {
  const network = await networkOf(page)
  await network.limitUploads(bytesPerSecond)
  return network.restore
}

/** The cells of a row: one is its header. */
export const cellsOf = (row: Locator) => row.locator('[role="gridcell"], [role="rowheader"]')

/** Row of an object or a folder, by the text of its name. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name })
}

/** Downloads the object of a row: the file name that the browser would use, and the bytes. */
export async function downloadOf(page: Page, row: Locator): Promise<{ fileName: string; bytes: Buffer }> {
  const started = page.waitForEvent('download')
  await row.getByRole('link', { name: 'Download' }).click()
  const download = await started
  return { fileName: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** Deletes the row's item and confirms. */
export async function deleteRow(page: Page, row: Locator): Promise<void> {
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
}
