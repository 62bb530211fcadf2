import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Sizes of the files below `objects/` and `tmp/` of a data folder, by path with '/'. */
export async function listFiles(dataDir: string): Promise<Map<string, number>> {
  const files = new Map<string, number>()
  for (const folder of ['objects', 'tmp']) {
    const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch((error) => {
      // If the folder is missing, its files are reported where they are referenced.
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
