/** Public clients that `scripts/clients.ts` keeps in the cache folder, because npm does not have them. */
import { join } from 'node:path'
import { missingProgram } from '@cooperage/testkit'
import { clientFolder } from '../../../scripts/clients.ts'
import type versions from './versions.json'

export { clientFolder }

/** Path of a client's executable. */
export function clientProgram(name: 's5cmd' | 'rclone' | 'restic'): string {
  return join(clientFolder(name), process.platform === 'win32' ? `${name}.exe` : name)
}

/**
 * Whether its tests must be skipped, with a warning: `npm test` also runs without Go and Python.
 * The skipped tests are counted, and under CI=true they fail the run.
 */
export function isMissing(name: keyof typeof versions): boolean {
  const missing = missingProgram(name)
  if (missing !== undefined) console.warn(`!!!!  SKIPPED: ${name}. ${missing}`)
  return missing !== undefined
}
