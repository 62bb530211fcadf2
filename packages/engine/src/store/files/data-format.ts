import { StoreError } from '../store.ts'
import type { Files } from './files.ts'

/**
 * The format of a data folder, as defined by `keys.ts`, `rows.ts` and `blocks.ts`. The file `format` holds its number, and is
 * written before anything else. It is incremented by every change that older versions would misread.
 *
 * 1: initial format. 2: contents can be encrypted. A folder of format 1 is a valid folder of format 2.
 */
const FORMAT = '2'
const READABLE: ReadonlySet<string> = new Set(['1', FORMAT])

const NAME = 'format'
const NEW_NAME = 'format.new'
const ENOUGH_BYTES = 100

/**
 * Checks the format without changing anything, so that another version can still use its folder.
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

/** Durably marks a folder without a mark, or with the mark of an earlier format. */
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
