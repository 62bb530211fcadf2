/** Where programs and packages that only the tests need are kept: outside the checkout, shared by all of them. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.COOPERAGE_CACHE ?? join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'cooperage')
}
