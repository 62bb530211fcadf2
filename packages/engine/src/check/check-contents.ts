import { BLOCK_BYTES, CHECKSUM_BYTES } from '../store/files/blocks.ts'
import { storedSize } from '../store/files/content.ts'
import { dataFilePath } from '../store/files/data-folder.ts'
import { ROW } from '../store/index/keys.ts'
import { verifyContent as verifyBytes } from '../store/integrity/verify-content.ts'
import { StoreError } from '../store/store.ts'
import type { Check, CheckInput } from './check-store.ts'
import { type Content, Contents } from './contents.ts'
import { visible } from './finding.ts'
import { readRow } from './row-shapes.ts'
import { scan } from './scan.ts'

/** Reads all content rows, with the sizes of their stored bytes. */
export async function readContents({ index, files }: CheckInput, find: Check['find']): Promise<Contents> {
  const contents = new Contents()
  for await (const { key, value } of scan(index, Buffer.from(ROW.inline))) {
    contents.add(key.toString(), value.length - CHECKSUM_BYTES, [])
  }
  for await (const { key } of scan(index, Buffer.from(ROW.file))) {
    const id = key.toString('utf8', 1)
    contents.add(key.toString(), bytesIn(files.get(dataFilePath(id))), [id])
  }
  for await (const { key, value } of scan(index, Buffer.from(ROW.pieces))) {
    const pieces = readRow('pieces', value)
    if (!pieces) find('unreadable', 'index', `the list of files ${key} cannot be read`)
    const sizes = (pieces ?? []).map(({ id, s, k }) =>
      contents.referToFile(id)?.size === storedSize(s, k) ? s : undefined,
    )
    const isWhole = pieces !== undefined && sizes.every((size) => size !== undefined)
    const size = isWhole ? sizes.reduce<number>((sum, part) => sum + (part ?? 0), 0) : undefined
    contents.add(key.toString(), size, pieces?.map(({ id }) => id) ?? [])
  }
  return contents
}

/** Verifies the bytes of a content that `subject` refers to; those of a shared content only once. */
export async function verifyContent(
  check: Check,
  content: string,
  of: { size: number; sealedKey?: string | undefined },
  subject: string,
): Promise<void> {
  const { contents, summary, find } = check
  const found = contents.refer(content)
  if (!found) return find('damaged', subject, `its bytes are missing: there is no row ${content}`)
  // The list of files has the plain size of each.
  const size = content.startsWith(ROW.pieces) ? of.size : storedSize(of.size, of.sealedKey)
  if (found.size !== size) return find('damaged', subject, describeSize(found, size))
  if (found.references > 1) return
  try {
    await verifyBytes(check, content, of, (count) => {
      summary.verifiedBytes += count
      check.progress?.()
    })
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    find('damaged', subject, error.message)
  }
}

/** The content size of a file of this length: see `blocks.ts`. */
function bytesIn(fileLength: number | undefined): number | undefined {
  return fileLength && fileLength - CHECKSUM_BYTES * Math.ceil(fileLength / (BLOCK_BYTES + CHECKSUM_BYTES))
}

function describeSize({ size, files }: Content, expected: number): string {
  const where = files.length === 0 ? 'the index' : files.map(dataFilePath).join(', ')
  return size === undefined
    ? `its bytes are missing or incomplete in ${where}`
    : `it has ${size} bytes instead of ${expected} in ${where}`
}

/** After all references have been read: finds unreferenced contents and files, and wrong share counts. */
export async function checkContents({ index, files, contents, find }: Check): Promise<void> {
  const used = new Set<string>()
  for (const [key, content] of contents) {
    for (const id of content.files) used.add(dataFilePath(id))
    if (content.references === 0) find('inconsistent', 'index', `nothing refers to the content ${key}`)
  }
  for (const path of files.keys()) {
    if (!used.has(path)) find('leftover', visible(path), 'nothing refers to this file')
  }
  const shared = new Map<string, number>()
  for await (const { key, value } of scan(index, Buffer.from(ROW.shares))) {
    shared.set(key.toString('utf8', 1), Number(value.toString()))
  }
  for (const [key, { references }] of contents) {
    const counted = shared.get(key) ?? 1
    if (references > 0 && counted !== references) {
      find('inconsistent', 'index', `the content ${key} is used ${references} times, not ${counted}`)
    }
    shared.delete(key)
  }
  for (const key of shared.keys()) find('inconsistent', 'index', `the content ${key}, which is shared, does not exist`)
}
