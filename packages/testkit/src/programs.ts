import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from '../../../scripts/cache-folder.mjs'
import { ensureCommandBuilt, ROOT } from '../../../scripts/workspace.mjs'

/** How to get a program that the cache does not have; `undefined` when it is there. */
export function missingProgram(name: 'minio' | 'mc'): string | undefined {
  try {
    findProgram(name)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Path of a cached program. @throws Error with how to get it */
export function findProgram(name: 'minio' | 'mc'): string {
  const folder = join(cacheFolder(), 'go-bin')
  const path = join(folder, process.platform === 'win32' ? `${name}.exe` : name)
  if (existsSync(path)) return path
  throw new Error(`${path} is missing: GOBIN=${folder} go install github.com/minio/${name}@latest`)
}

let isFresh = false

/** Path in the package of the command, once what is built there is as its sources are. */
function ofTheCommand(...path: string[]): string {
  // Looked at once: a run of tests is about the sources that it began with.
  if (!isFresh) ensureCommandBuilt()
  isFresh = true
  return join(ROOT, 'packages', 'cli', ...path)
}

/** The command `cooperage` as it is shipped. */
export const commandFile = () => ofTheCommand('bin', 'cooperage.mjs')

/** The engine's program as the command starts it. */
export const engineFile = () => ofTheCommand('dist', 'engine-process.js')
