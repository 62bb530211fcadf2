/**
 * `console-token` in the data folder is how the engine recognizes its console, whose statements about the visitor's address it
 * believes. The engine creates it once, so that consoles and engines can be restarted independently.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const FILE = 'console-token'

/** Undefined if no engine has created it. */
export async function readConsoleToken(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDir, FILE), 'utf8')).trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Creates it if it is missing. */
export async function loadConsoleToken(dataDir: string): Promise<string> {
  const known = await readConsoleToken(dataDir)
  if (known !== undefined) return known
  const made = randomBytes(32).toString('hex')
  const path = join(dataDir, FILE)
  await writeFile(`${path}.new`, `${made}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return made
}

/** Takes the same time wherever the texts differ. */
export function isConsoleToken(sent: string | string[] | undefined, token: string): boolean {
  if (typeof sent !== 'string' || sent.length !== token.length) return false
  return timingSafeEqual(Buffer.from(sent, 'latin1'), Buffer.from(token, 'latin1'))
}
