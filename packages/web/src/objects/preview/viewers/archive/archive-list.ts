import type { ArchivePart } from './archive-entry.ts'
import { GZIP_HEADER_BYTES, type GzipHeader, readGzipHeader } from './gzip-header.ts'
import { isTarHeader, readTarEntries } from './tar-headers.ts'
import { findZipDirectory, readZipEntries } from './zip-directory.ts'

/** An archive whose entries can be read part by part, or a compressed file that can't be listed. */
export type Archive = { gzip: GzipHeader } | { first: ArchivePart; readPart: (from: number) => Promise<ArchivePart> }

/** Opens an archive by its content, whatever its name is; undefined for another file. */
export async function openArchive(
  readRange: (start: number, end: number) => Promise<Uint8Array>,
  size: number,
): Promise<Archive | undefined> {
  const start = await readRange(0, GZIP_HEADER_BYTES)
  const gzip = readGzipHeader(start)
  if (gzip) return { gzip }
  if (isTarHeader(start.subarray(0, 512))) {
    const readPart = (from: number) => readTarEntries(readRange, size, from)
    return { first: await readPart(0), readPart }
  }
  const directory = await findZipDirectory(readRange, size)
  if (directory === undefined) return undefined
  const readPart = (from: number) => readZipEntries(readRange, directory, from)
  return { first: await readPart(directory.start), readPart }
}
