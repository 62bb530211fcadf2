import { type FileHandle, mkdir, open, readdir, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { guardIo } from '../io-error.ts'
import type { FileReader, Files, FileWriter } from './files.ts'

/** Data files in the folder `root` of the local file system. Failures are StoreErrors StorageFull or StorageFailed. */
export function realFiles(root: string): Files {
  const at = (path: string) => join(root, path)
  return {
    create: (path) => guardIo(async () => writerOf(await open(at(path), 'wx'))),
    open: (path) => guardIo(async () => readerOf(await open(at(path), 'r'))),
    rename: (from, to) => guardIo(() => rename(at(from), at(to))),
    remove: (path) => guardIo(() => rm(at(path), { force: true })),
    syncFolder: (path) => guardIo(() => syncFolder(at(path))),
    createFolder: (path) =>
      guardIo(async () => {
        await mkdir(at(path), { recursive: true, mode: 0o700 })
      }),
    list: (path) => guardIo(() => readdir(at(path))),
    capacity: () =>
      guardIo(async () => {
        const { blocks, bfree, bavail, bsize } = await statfs(root)
        // What the system reserves for itself is neither used nor free: it doesn't count, as in MinIO.
        return { totalBytes: (blocks - (bfree - bavail)) * bsize, freeBytes: bavail * bsize }
      }),
  }
}

function writerOf(handle: FileHandle): FileWriter {
  return {
    write: (chunks) => guardIo(() => writeWhole(handle, chunks)),
    sync: () => guardIo(() => handle.datasync()),
    close: () => guardIo(() => handle.close()),
  }
}

function readerOf(handle: FileHandle): FileReader {
  return {
    read: (position, length, into) =>
      guardIo(async () => {
        const buffer = into ?? Buffer.allocUnsafeSlow(length)
        const { bytesRead } = await handle.read(buffer, 0, length, position)
        return buffer.subarray(0, bytesRead)
      }),
    close: () => guardIo(() => handle.close()),
  }
}

/** writev can write only a part, for example on a nearly full disk. The rest is retried. */
async function writeWhole(handle: FileHandle, chunks: Uint8Array[]): Promise<void> {
  let rest = chunks
  while (rest.length > 0) {
    const { bytesWritten } = await handle.writev(rest)
    rest = dropFront(rest, bytesWritten)
  }
}

function dropFront(chunks: Uint8Array[], count: number): Uint8Array[] {
  let left = count
  for (const [index, chunk] of chunks.entries()) {
    if (left < chunk.length) return [chunk.subarray(left), ...chunks.slice(index + 1)]
    left -= chunk.length
  }
  return []
}

async function syncFolder(path: string): Promise<void> {
  // Windows can't open folders; NTFS journals names itself.
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
