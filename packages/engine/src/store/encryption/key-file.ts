/**
 * The master key file: lines of `KEY=` and 32 bytes in base64, readable by its owner only. The last key encrypts new
 * content; the others decrypt older content. Without the file, encrypted objects are lost.
 */
import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { KEY_BYTES } from '../files/sealed-chunks.ts'
import { guardIo } from '../io-error.ts'
import { type MasterKey, masterKey } from './sealed-key.ts'

export const ENCRYPTION_KEYS_FILE = 'encryption-keys'

/** Access to the master key file. */
export interface KeyFile {
  /** Named in messages. */
  path: string
  /** Undefined when the file doesn't exist. */
  read(): Promise<string | undefined>
  /** Writes the file durably, unless it exists. */
  create(text: string): Promise<void>
}

const HEAD = `# The keys of encrypted objects, which are lost without them: keep a copy of this file in another place.
# What is written is encrypted with the last one; the others are needed for what was written before.
`

export function newKeyFileText(): string {
  return `${HEAD}KEY=${randomBytes(KEY_BYTES).toString('base64')}\n`
}

/** The file is invalid; the message names the line. */
export class KeyFileError extends Error {
  override name = 'KeyFileError'
}

/** @throws KeyFileError, whose message never contains file content */
export function parseKeyFile(text: string): MasterKey[] {
  const keys = text.split('\n').flatMap((line, at) => {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) return []
    const secret = /^KEY=([A-Za-z0-9+/]{43}=)$/.exec(trimmed)?.[1]
    if (secret === undefined) throw new KeyFileError(`line ${at + 1} is not KEY= and 32 bytes in base64`)
    return [masterKey(Buffer.from(secret, 'base64'))]
  })
  if (keys.length === 0) throw new KeyFileError('it contains no key')
  return keys
}

export function realKeyFile(path: string): KeyFile {
  return {
    path,
    async read() {
      try {
        return await readFile(path, 'utf8')
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    create: (text) => guardIo(() => create(path, text)),
  }
}

/** Writes to a temporary name first, so that the file is never incomplete, and never overwrites an existing file. */
async function create(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await writeSynced(temporary, text)
    await link(temporary, path).catch(async (error) => {
      // Not every file system supports hard links.
      if (error.code !== 'EEXIST') await writeSynced(path, text)
    })
  } finally {
    await rm(temporary, { force: true })
  }
  if (process.platform === 'win32') return
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
