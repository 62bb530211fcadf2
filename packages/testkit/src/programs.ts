import { join } from 'node:path'
import { goProgramPath } from '../../../scripts/go-programs.ts'
import { missingProgram } from '../../../scripts/programs.ts'
import { ensureCommandBuilt, ROOT } from '../../../scripts/workspace.mjs'

/** Path of a program that Go builds. @throws Error that says how to install it */
export function findProgram(
  name:
    | 'minio'
    | 'minio-other'
    | 'mc'
    | 'console'
    | 'kube-rig'
    | 'kustomize'
    | 'helm'
    | 'service-monitor'
    | 'versitygw'
    | 'weed',
): string {
  const missing = missingProgram(name)
  if (missing !== undefined) throw new Error(missing)
  return goProgramPath(name)
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
