import { fileKey, ROW } from './keys.ts'
import type { IndexReader, IndexWriter } from './ordered-index.ts'
import type { ReceivedBody } from './receive-body.ts'
import { decodeRow, encodeRow, type FilePiece } from './rows.ts'
import type { StoreParts } from './store-parts.ts'

const IN_USE = Buffer.from([1])

/** Puts a received body's content row; returns its key for the object row, none for an empty body. */
export function writeContent(writer: IndexWriter, newId: () => string, body: ReceivedBody): string | undefined {
  if (body.fileId) return writeFileMark(writer, body.fileId)
  if (body.size === 0) return undefined
  const key = ROW.inline + newId()
  writer.put(Buffer.from(key), Buffer.concat(body.held))
  return key
}

export function writeFileMark(writer: IndexWriter, id: string): string {
  writer.put(fileKey(id), IN_USE)
  return ROW.file + id
}

/** Puts the list of files, whose marks exist already, that make up one object. */
export function writePieces(writer: IndexWriter, newId: () => string, pieces: FilePiece[]): string {
  const key = ROW.pieces + newId()
  writer.put(Buffer.from(key), encodeRow(pieces))
  return key
}

/** Deletes the rows of a content; returns the ids of its files, to be retired once that is durable. */
export function deleteContent(writer: IndexWriter, content: string | undefined): string[] {
  if (content === undefined) return []
  const ids = filesOf(writer, content)
  for (const id of ids) writer.delete(fileKey(id))
  if (!content.startsWith(ROW.file)) writer.delete(Buffer.from(content))
  return ids
}

function filesOf(index: IndexReader, content: string): string[] {
  if (content.startsWith(ROW.inline)) return []
  if (content.startsWith(ROW.file)) return [content.slice(ROW.file.length)]
  return readPieces(index, content).map(({ id }) => id)
}

export function readPieces(index: IndexReader, content: string): FilePiece[] {
  const value = index.get(Buffer.from(content))
  return value ? decodeRow<FilePiece[]>(value) : []
}

/**
 * Commits a change that makes a received body's file part of the store; when that fails, the file is removed, unless the
 * index has it after all, or cannot say any more: then the next start decides.
 */
export async function commitBody<T>(
  { index, folder }: Pick<StoreParts, 'index' | 'folder'>,
  { fileId }: ReceivedBody,
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
