/** Folders of files to copy, and what is in them. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type Files = Record<string, string | Uint8Array>

/** A nested one, one with an odd name, an empty one, and one that is large enough to be uploaded in parts by all clients. */
export function someFiles(): Files {
  return {
    'one.txt': 'one',
    empty: '',
    'sub/folder/two.txt': 'two',
    'sub/ünï +%&=.txt': 'odd',
    'large.bin': randomBytes(9_000_000),
  }
}

/** The files are older than whatever is uploaded: what syncs compares times, maybe in whole seconds. */
export function writeFiles(folder: string, files: Files): string {
  const aMinuteAgo = new Date(Date.now() - 60_000)
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    utimesSync(path, aMinuteAgo, aMinuteAgo)
  }
  return folder
}

/** The files below a folder by name, each as its hash: a difference is to be readable. */
export function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  return hashes(Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name))])))
}

/** The same of files that are expected. */
export function hashes(files: Files): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files)
      .map(([name, content]) => [name, createHash('sha1').update(content).digest('hex')])
      .sort(),
  )
}
