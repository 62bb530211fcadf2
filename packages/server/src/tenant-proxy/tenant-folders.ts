/** What the consoles of tenants keep in the data folder, one folder each: the samples of their metrics, and their own store. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const FOLDER = 'tenants'
/** As long as samples are kept. */
const KEPT_MS = 14 * 24 * 3_600_000
/**
 * Of all folders together. The volume of the pod in `deploy` is twice as large: they may grow until the next check, and Kubernetes
 * evicts a pod with a full volume.
 */
export const MAX_TENANTS_BYTES = 1024 ** 3

export function tenantFolder(dataDir: string, name: string): string {
  return join(dataDir, FOLDER, name)
}

/** Deletes the folders of tenants whose last visit is so long ago that all their samples are too old. */
export async function removeOldTenantFolders(dataDir: string, now: number): Promise<void> {
  const names = await readdir(join(dataDir, FOLDER)).catch(() => [])
  for (const name of names) {
    const folder = tenantFolder(dataDir, name)
    if ((await stateOf(folder)).changedAt < now - KEPT_MS) await rm(folder, { recursive: true, force: true })
  }
}

/** A tenant whose folder is in use. */
export interface OpenFolder {
  /** Those that nobody uses at the moment are closed first. */
  isInUse: boolean
  usedAt: number
  /** Closes the tenant. The next request opens it again, without what was in the folder. */
  remove(): Promise<void>
}

/**
 * Deletes folders until the others are below the limit: those of closed tenants with the oldest last visit first, then those of
 * open ones.
 */
export async function limitTenantFolders(
  dataDir: string,
  openFolders: ReadonlyMap<string, OpenFolder>,
  maxBytes = MAX_TENANTS_BYTES,
): Promise<void> {
  const names = await readdir(join(dataDir, FOLDER)).catch(() => [])
  const folders = await Promise.all(
    names.map(async (name) => {
      const open = openFolders.get(name)
      const { bytes, changedAt } = await stateOf(tenantFolder(dataDir, name))
      const rank = open === undefined ? 0 : open.isInUse ? 2 : 1
      return { name, bytes, rank, lastUse: open?.usedAt ?? changedAt, open }
    }),
  )
  folders.sort((a, b) => a.rank - b.rank || a.lastUse - b.lastUse)
  let total = folders.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { name, bytes, open } of folders) {
    if (total <= maxBytes) return
    await (open?.remove() ?? removeTenantFolder(dataDir, name))
    total -= bytes
  }
}

export async function removeTenantFolder(dataDir: string, name: string): Promise<void> {
  await rm(tenantFolder(dataDir, name), { recursive: true, force: true })
}

async function stateOf(folder: string): Promise<{ bytes: number; changedAt: number }> {
  const files = [folder, ...(await readdir(folder)).map((file) => join(folder, file))]
  // SQLite removes files beside its own at any time.
  const found = (await Promise.all(files.map((file) => stat(file).catch(() => undefined)))).filter(
    (one) => one !== undefined,
  )
  return {
    bytes: found.reduce((sum, { size }) => sum + size, 0),
    changedAt: Math.max(...found.map(({ mtimeMs }) => mtimeMs)),
  }
}
