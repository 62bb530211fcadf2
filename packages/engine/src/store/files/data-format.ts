import { StoreError } from '../store.ts'
import type { Files } from './files.ts'

/**
 * The format of a data folder, as defined by `keys.ts`, `rows.ts` and `blocks.ts`. The file `format` holds its number, and is
 * written before anything else. A change that this version's readers would misunderstand counts it up.
 *
 * 1: the beginning. 2: contents may be encrypted; a folder of format 1 is one of format 2 without any.
 */
const FORMAT = '2'
const READABLE: ReadonlySet<string> = new Set(['1', FORMAT])

const NAME = 'format'
const NEW_NAME = 'format.new'
const ENOUGH_BYTES = 100

/**
 * Looks without touching anything, so that another version can go on with its folder.
 * @throws StoreError DataFolderFormat
 */
export async function checkFormat(files: Files, dataDir: string): Promise<void> {
  const names = await files.list('.')
  const found = names.includes(NAME) ? await read(files) : undefined
  if (found === undefined ? !names.includes('index') : READABLE.has(found)) return
  const what = found === undefined ? 'the format of an early development version' : `format ${found}`
  throw new StoreError(
    'DataFolderFormat',
    `The data folder ${dataDir} has ${what}; this version reads format ${[...READABLE].join(' and ')} only. Nothing in it was changed.`,
  )
}

/** Marks a folder that has no mark yet, or that of an earlier format, durably. */
export async function markFormat(files: Files): Promise<void> {
  if ((await files.list('.')).includes(NAME) && (await read(files)) === FORMAT) return
  await files.remove(NEW_NAME)
  const writer = await files.create(NEW_NAME)
  try {
    await writer.write([Buffer.from(`${FORMAT}\n`)])
    await writer.sync()
  } finally {
    await writer.close()
  }
  await files.rename(NEW_NAME, NAME)
  await files.syncFolder('.')
}

async function read(files: Files): Promise<string> {
  const reader = await files.open(NAME)
  try {
    const text = Buffer.from(await reader.read(0, ENOUGH_BYTES)).toString()
    return text.trim() || '?'
  } finally {
    await reader.close()
  }
}
