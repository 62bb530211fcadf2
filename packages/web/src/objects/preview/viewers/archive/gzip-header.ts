import { decodeName, isoTime } from './archive-entry.ts'

/** What a gzip file says about its content. */
export interface GzipHeader {
  /** The name of the file that was compressed; '' if it isn't stored. */
  name: string
  modified: string
}

const FLAG_EXTRA = 4
const FLAG_NAME = 8
/** How much of a file may be its header here. */
export const GZIP_HEADER_BYTES = 4096

/** Reads the header of a gzip file; undefined for another file. */
export function readGzipHeader(bytes: Uint8Array): GzipHeader | undefined {
  if (bytes.length < 10 || bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const flags = view.getUint8(3)
  let at = 10
  if (flags & FLAG_EXTRA && bytes.length >= 12) at += 2 + view.getUint16(10, true)
  const end = flags & FLAG_NAME ? bytes.indexOf(0, at) : -1
  return { name: end > at ? decodeName(bytes.subarray(at, end)) : '', modified: isoTime(view.getUint32(4, true)) }
}
