/** What the consoles of tenants keep in the data folder, one folder each: the samples of their metrics. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const FOLDER = 'tenants'
/** As long as samples are kept. */
const KEPT_MS = 14 * 24 * 3_600_000

export function tenantFolder(dataDir: string, name: string): string {
  return join(dataDir, FOLDER, name)
}

/** Deletes the folders of tenants whose last visit is so long ago that all their samples are too old. */
export async function removeOldTenantFolders(dataDir: string, now: number): Promise<void> {
  const names = await readdir(join(dataDir, FOLDER)).catch(() => [])
  for (const name of names) {
    const folder = tenantFolder(dataDir, name)
    if ((await changedAt(folder)) < now - KEPT_MS) await rm(folder, { recursive: true, force: true })
  }
}

async function changedAt(folder: string): Promise<number> {
  const files = [folder, ...(await readdir(folder)).map((file) => join(folder, file))]
  return Math.max(...(await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs))))
}
