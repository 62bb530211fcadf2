import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new empty folder; `remove` deletes it with all it holds, and the end of the process does so at the latest. */
export function tempFolder(purpose: string): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), `cooperage-${purpose}-`))
  const remove = () => {
    process.off('exit', remove)
    rmSync(path, { recursive: true, force: true })
  }
  process.on('exit', remove)
  return { path, remove }
}
