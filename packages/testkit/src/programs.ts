import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from '../../../scripts/cache-folder.mjs'
import { ensureCommandBuilt, ROOT } from '../../../scripts/workspace.mjs'

/** Programs that `scripts/go-programs.mjs` builds. */
type GoProgram = 'minio' | 'mc' | 'kube-rig' | 'kustomize' | 'helm'

/** How to install a program that isn't in the cache; `undefined` if it is. */
export function missingProgram(name: GoProgram): string | undefined {
  try {
    findProgram(name)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Path of a cached program. @throws Error that says how to install it */
export function findProgram(name: GoProgram): string {
  const folder = join(cacheFolder(), 'go-bin')
  const path = join(folder, process.platform === 'win32' ? `${name}.exe` : name)
  if (existsSync(path)) return path
  throw new Error(
    `${path} is missing. Install Go from https://go.dev/dl, and run: node scripts/go-programs.mjs ${name}`,
  )
}

let isFresh = false

/** Path in the package of the command, after making sure that its build is up to date. */
function ofTheCommand(...path: string[]): string {
  // Checked once: a test run uses the sources that it started with.
  if (!isFresh) ensureCommandBuilt()
  isFresh = true
  return join(ROOT, 'packages', 'cli', ...path)
}

/** The command `cooperage` as it is shipped. */
export const commandFile = () => ofTheCommand('bin', 'cooperage.mjs')

/** The engine's program as the command starts it. */
export const engineFile = () => ofTheCommand('dist', 'engine-process.js')
