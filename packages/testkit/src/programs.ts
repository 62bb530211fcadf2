import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of what is built or fetched once for many checkouts. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.COOPERAGE_CACHE ?? join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'cooperage')
}

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

/** Path of a file, seen from the door of one of our packages. */
export function packageFile(packageName: `@cooperage/${string}`, file: string): string {
  return join(dirname(fileURLToPath(import.meta.resolve(packageName))), file)
}
