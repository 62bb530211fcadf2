import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Shorter secrets can be guessed by brute force. */
const MIN_SECRET_LENGTH = 16

/**
 * The secret that session keys are derived from: the given one, or the one in the data folder's `console-secret` (created at
 * the first start, readable only by its owner).
 * @throws Error if the given secret is too short
 */
export async function consoleSecret(dataDir: string, given: string | undefined): Promise<string> {
  if (given !== undefined) {
    if (given.length < MIN_SECRET_LENGTH) {
      throw new Error(`COOPERAGE_SECRET needs at least ${MIN_SECRET_LENGTH} characters`)
    }
    return given
  }
  const file = join(dataDir, 'console-secret')
  const stored = await readOptional(file)
  if (stored !== undefined && stored.trim().length >= MIN_SECRET_LENGTH) return stored.trim()
  const made = randomBytes(32).toString('base64url')
  await mkdir(dataDir, { recursive: true })
  await writeDurably(file, `${made}\n`)
  return made
}

/** The text of a file; undefined if it doesn't exist. */
export async function readOptional(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Replaces a file atomically: after a crash either the old or the new content is there. Mode 0600. */
export async function writeDurably(file: string, content: string): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await using handle = await open(temporary, 'wx', 0o600)
    await handle.writeFile(content)
    await handle.sync()
  } catch (error) {
    await unlink(temporary).catch(() => {
      // It may not exist; the relevant error is thrown below.
    })
    throw error
  }
  await rename(temporary, file)
  await using folder = await open(dirname(file))
  await folder.sync()
}
