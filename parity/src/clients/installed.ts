/** Public clients that `scripts/install-clients.mjs` keeps in the cache folder, because npm does not have them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from '../../../scripts/cache-folder.mjs'
import versions from './versions.json' with { type: 'json' }

/** Folder of an installed client, at the version that the suite is written for. */
export function clientFolder(name: keyof typeof versions): string {
  return join(cacheFolder(), 'clients', `${name}-${versions[name]}`)
}

/** Path of a client's executable. */
export function clientProgram(name: 's5cmd' | 'rclone' | 'restic'): string {
  return join(clientFolder(name), process.platform === 'win32' ? `${name}.exe` : name)
}

/**
 * Whether its tests must be skipped, with a warning: `npm test` also runs without Go and Python.
 * The skipped tests are counted, and under CI=true they fail the run.
 */
export function isMissing(name: keyof typeof versions): boolean {
  const folder = clientFolder(name)
  if (existsSync(folder)) return false
  console.warn(`!!!!  SKIPPED: ${name}. ${folder} is missing: node scripts/install-clients.mjs`)
  return true
}
