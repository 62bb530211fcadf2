import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** The files below `objects/` and `tmp/` of a data folder, by their paths with '/', with their sizes. */
export async function listFiles(dataDir: string): Promise<Map<string, number>> {
  const files = new Map<string, number>()
  for (const folder of ['objects', 'tmp']) {
    const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch((error) => {
      // Without the folder its files are missing, which is found where they are referred to.
      if (error.code === 'ENOENT') return []
      throw error
    })
    for (const entry of entries) {
      if (entry.isDirectory()) continue
      const path = join(entry.parentPath, entry.name)
      files.set(relative(dataDir, path).replaceAll(sep, '/'), (await stat(path)).size)
    }
  }
  return files
}
