import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders = new Set<string>()
process.on('exit', () => {
  for (const path of folders) rmSync(path, { recursive: true, force: true })
})

/** A new empty folder; `remove` deletes it with its contents, at the latest when the process exits. */
export function tempFolder(purpose: string): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), `cooperage-${purpose}-`))
  folders.add(path)
  const remove = () => {
    folders.delete(path)
    rmSync(path, { recursive: true, force: true })
  }
  return { path, remove }
}
