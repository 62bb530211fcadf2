/** Folders of files to copy, and their contents. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type Files = Record<string, string | Uint8Array>

/** A nested file, one with an unusual name, an empty one, and one large enough for a multipart upload by every client. */
export function someFiles(): Files {
  return {
    'one.txt': 'one',
    empty: '',
    'sub/folder/two.txt': 'two',
    'sub/ünï +%&=.txt': 'odd',
    'large.bin': randomBytes(9_000_000),
  }
}

/** The files are older than any upload, because sync commands compare times, some in whole seconds. */
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

/** The files below a folder by name, each as its hash to keep differences readable. */
export function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  return hashes(Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name))])))
}

/** The same for the expected files. */
export function hashes(files: Files): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files)
      .map(([name, content]) => [name, createHash('sha1').update(content).digest('hex')])
      .sort(),
  )
}
