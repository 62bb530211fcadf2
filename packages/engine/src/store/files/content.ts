import { fileKey, ROW, sharesKey } from '../index/keys.ts'
import type { IndexReader, IndexWriter } from '../index/ordered-index.ts'
import { decodeRow, encodeRow, type FilePiece } from '../index/rows.ts'
import type { StoreContext } from '../store-context.ts'
import { withChecksum } from './blocks.ts'
import type { ReceivedBody } from './receive-body.ts'
import { encryptedSize } from './sealed-chunks.ts'

const IN_USE = Buffer.from([1])

/** Writes the content row of a received body. Returns its key for the object row; undefined for an empty body. */
export function writeContent(writer: IndexWriter, newId: () => string, body: ReceivedBody): string | undefined {
  if (body.fileId) return writeFileMark(writer, body.fileId)
  if (body.size === 0) return undefined
  const key = ROW.inline + newId()
  writer.put(Buffer.from(key), withChecksum(body.held))
  return key
}

export function writeFileMark(writer: IndexWriter, id: string): string {
  writer.put(fileKey(id), IN_USE)
  return ROW.file + id
}

/** Writes the list of files that make up one object. Their marks must exist. */
export function writePieces(writer: IndexWriter, newId: () => string, pieces: FilePiece[]): string {
  const key = ROW.pieces + newId()
  writer.put(Buffer.from(key), encodeRow(pieces))
  return key
}

/**
 * Changes in the number of versions that share existing contents, within one commit. They are collected first, because a
 * commit doesn't see its own writes.
 */
export class ContentChange {
  readonly #writer: IndexWriter
  readonly #changes = new Map<string, number>()

  constructor(writer: IndexWriter) {
    this.#writer = writer
  }

  /** Adds a version with this content. */
  share(content: string | undefined): void {
    this.#change(content, 1)
  }

  /** Removes a version with this content. */
  release(content: string | undefined): void {
    this.#change(content, -1)
  }

  #change(content: string | undefined, by: 1 | -1): void {
    if (content !== undefined) this.#changes.set(content, (this.#changes.get(content) ?? 0) + by)
  }

  /** Writes the changes. Returns the ids of unreferenced files, to retire once the commit is durable. */
  finish(): string[] {
    return Array.from(this.#changes).flatMap(([content, change]) => {
      const before = sharesOf(this.#writer, content)
      const after = before + change
      if (after > 1) this.#writer.put(sharesKey(content), Buffer.from(String(after)))
      else if (before > 1) this.#writer.delete(sharesKey(content))
      return after > 0 ? [] : deleteContent(this.#writer, content)
    })
  }
}

/** The number of versions that share a content: 1 unless a row says otherwise. */
function sharesOf(index: IndexReader, content: string): number {
  const value = index.get(sharesKey(content))
  return value ? Number(value.toString()) : 1
}

function deleteContent(writer: IndexWriter, content: string): string[] {
  const ids = filesOf(writer, content)
  for (const id of ids) writer.delete(fileKey(id))
  if (!content.startsWith(ROW.file)) writer.delete(Buffer.from(content))
  return ids
}

function filesOf(index: IndexReader, content: string): string[] {
  return content.startsWith(ROW.inline) ? [] : piecesOf(index, content, { size: 0 }).map(({ id }) => id)
}

/** A file of an object. `s` is the number of the object's bytes in it, `k` their sealed key if encrypted. */
export type Piece = Pick<FilePiece, 'id' | 's' | 'k'>

/** The files of a content. A single file has all bytes of the object and uses the object's key. */
export function piecesOf(
  index: IndexReader,
  content: string,
  { size, sealedKey }: { size: number; sealedKey?: string | undefined },
): Piece[] {
  if (!content.startsWith(ROW.file)) return readPieces(index, content)
  return [{ id: content.slice(ROW.file.length), s: size, ...(sealedKey === undefined ? {} : { k: sealedKey }) }]
}

/** The stored size for a number of object bytes. */
export function storedSize(size: number, sealedKey: string | undefined): number {
  return sealedKey === undefined ? size : encryptedSize(size)
}

export function readPieces(index: IndexReader, content: string): FilePiece[] {
  const value = index.get(Buffer.from(content))
  return value ? decodeRow<FilePiece[]>(value) : []
}

/**
 * Commits a change that adds the file of a received body to the store. If the commit fails, the file is removed, unless
 * the index refers to it or can't be read: then the next start decides.
 */
export async function commitBody<T>(
  { index, folder }: Pick<StoreContext, 'index' | 'folder'>,
  { fileId }: Pick<ReceivedBody, 'fileId'>,
  change: (writer: IndexWriter) => T,
): Promise<T> {
  try {
    const result = await index.commit(change)
    if (fileId !== undefined) folder.release(fileId)
    return result
  } catch (error) {
    if (fileId !== undefined && !mayBeInUse(index, fileId)) await folder.discard(fileId).catch(() => undefined)
    throw error
  }
}

function mayBeInUse(index: IndexReader, fileId: string): boolean {
  try {
    return index.get(fileKey(fileId)) !== undefined
  } catch {
    return true
  }
}
