/**
 * The file of the master keys: lines of `KEY=` and 32 bytes in base64, readable by its owner only. The last one encrypts
 * what is written; the others are for what was written with them. Who loses it loses what is encrypted.
 */
import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { KEY_BYTES } from '../files/sealed-chunks.ts'
import { guardIo } from '../io-error.ts'
import { type MasterKey, masterKey } from './sealed-key.ts'

export const ENCRYPTION_KEYS_FILE = 'encryption-keys'

/** Where the keys are. */
export interface KeyFile {
  /** For who has to put it back. */
  path: string
  /** Undefined when it is not there. */
  read(): Promise<string | undefined>
  /** Writes it durably, unless it is there by now. */
  create(text: string): Promise<void>
}

const HEAD = `# The keys of encrypted objects, which are lost without them: keep a copy of this file in another place.
# What is written is encrypted with the last one; the others are needed for what was written before.
`

export function newKeyFileText(): string {
  return `${HEAD}KEY=${randomBytes(KEY_BYTES).toString('base64')}\n`
}

/** A file that a person has to correct; the message says where. */
export class KeyFileError extends Error {
  override name = 'KeyFileError'
}

/** @throws KeyFileError, which never shows what is in the file */
export function parseKeyFile(text: string): MasterKey[] {
  const keys = text.split('\n').flatMap((line, at) => {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) return []
    const secret = /^KEY=([A-Za-z0-9+/]{43}=)$/.exec(trimmed)?.[1]
    if (secret === undefined) throw new KeyFileError(`line ${at + 1} is not KEY= and 32 bytes in base64`)
    return [masterKey(Buffer.from(secret, 'base64'))]
  })
  if (keys.length === 0) throw new KeyFileError('there is no key in it')
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

/** Under another name first, so that a file that is there is whole; never over one that is there. */
async function create(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await writeSynced(temporary, text)
    await link(temporary, path).catch(async (error) => {
      // Not every file system has links.
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
