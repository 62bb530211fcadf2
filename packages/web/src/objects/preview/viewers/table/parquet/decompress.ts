import { snappyUncompress } from 'hyparquet'
import { UnreadableColumn } from './unreadable-column.ts'

const ZSTD_MAGIC = 0xfd2fb528
/** Of at most 128 KiB each, more than the longest page has; each costs time even where its bytes are dropped. */
const MAX_ZSTD_BLOCKS = 1024

/** Unpacks a page to exactly the stated size, and never to more. */
export async function decompress(codec: string, bytes: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array> {
  if (codec === 'UNCOMPRESSED') return bytes
  // No bytes are no valid stream of most codecs.
  if (size === 0) return new Uint8Array()
  if (codec === 'SNAPPY') {
    const page = new Uint8Array(size)
    snappyUncompress(bytes, page)
    return page
  }
  if (codec === 'GZIP') return await gunzip(bytes, size)
  if (codec === 'ZSTD') {
    checkZstd(bytes)
    const { decompress: unpack } = await import('fzstd')
    return unpack(bytes, new Uint8Array(size))
  }
  throw new UnreadableColumn('codec', codec)
}

async function gunzip(bytes: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array> {
  const page = new Uint8Array(size)
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  let length = 0
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return page.subarray(0, length)
    if (length + value.length > size) {
      await reader.cancel()
      throw new UnreadableColumn('damaged')
    }
    page.set(value, length)
    length += value.length
  }
}

/** A page is one frame of few blocks, without a dictionary. The decoder would write more of them than the page has room for. */
function checkZstd(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const flags = view.getUint8(4)
  const isSingleSegment = (flags & 32) !== 0
  if (view.getUint32(0, true) !== ZSTD_MAGIC || (flags & 3) !== 0) throw new UnreadableColumn('damaged')
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0
  let at = 5 + (isSingleSegment ? 0 : 1) + sizeBytes
  for (let blocks = 0; blocks < MAX_ZSTD_BLOCKS; blocks++) {
    const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
    const isRun = ((header >> 1) & 3) === 1
    at += 3 + (isRun ? 1 : header >> 3)
    if ((header & 1) === 0) continue
    if (at + ((flags & 4) !== 0 ? 4 : 0) !== bytes.length) throw new UnreadableColumn('damaged')
    return
  }
  throw new UnreadableColumn('tooLarge')
}
