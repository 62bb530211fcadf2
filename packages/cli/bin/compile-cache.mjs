import { chmodSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'

const OTHERS_WRITE = 0o022
/** In a folder with this bit, such as the one for temporary files, only its owner can replace an entry. */
const STICKY = 0o1000

/** Has Node keep what it compiles, unless no folder for it is safe. Without one it would use the shared one for temporary files. */
export function useCompileCache() {
  const folder = compileCacheFolder()
  if (folder !== undefined) enableCompileCache(folder)
}

/**
 * The folder for Node's compile cache, `undefined` if none is safe: Node runs compiled code from it without checks, so nobody else
 * may be able to write to it or replace it. Everything works without a cache, only a little slower.
 */
export function compileCacheFolder(env = process.env) {
  try {
    const folder = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'cooperage', 'compiled')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const real = realpathSync(folder)
    // Windows has no such modes, and the folder is in the user's own profile.
    if (process.platform === 'win32') return real
    if (!isSafe(real)) return undefined
    chmodSync(real, 0o700)
    return real
  } catch {
    // A home folder that is missing, read-only or full is no reason not to start.
    return undefined
  }
}

/** Whether only this user and root can change what is in the folder, and which folder that is. */
function isSafe(folder) {
  if ((statSync(folder).mode & OTHERS_WRITE) !== 0) return false
  for (let at = folder; ; at = dirname(at)) {
    const { uid, mode } = statSync(at)
    if (uid !== process.getuid() && uid !== 0) return false
    if ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0) return false
    if (at === dirname(at)) return true
  }
}
