/** What the first bytes of an image say about it, read before anything decodes it. */
interface ImageHeader {
  /** The type by content, whatever the object claims. */
  type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif' | 'image/bmp' | 'image/x-icon'
  width: number
  height: number
}

/** The most pixels that are decoded: 4 bytes each, 153 MiB. */
export const MAX_PIXELS = 40_000_000
/** How much of an image is read to find its size: a JPEG has it after its profiles and its own thumbnail. */
export const HEADER_BYTES = 512 * 1024

/** The type and size of an image; undefined for what isn't one, or hides its size. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return png(view) ?? gif(view) ?? webp(view) ?? bmp(view) ?? icon(view) ?? jpeg(view) ?? avif(view)
  } catch (error) {
    // Read beyond the end: the header is cut off.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Whether an image may be decoded. */
export function isDecodable({ width, height }: Pick<ImageHeader, 'width' | 'height'>, maxPixels = MAX_PIXELS): boolean {
  return width > 0 && height > 0 && width * height <= maxPixels
}

function png(view: DataView): ImageHeader | undefined {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a || text(view, 12) !== 'IHDR')
    return undefined
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

function gif(view: DataView): ImageHeader | undefined {
  if (text(view, 0) !== 'GIF8') return undefined
  return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

function webp(view: DataView): ImageHeader | undefined {
  if (text(view, 0) !== 'RIFF' || text(view, 8) !== 'WEBP') return undefined
  const type = 'image/webp'
  switch (text(view, 12)) {
    case 'VP8 ':
      return { type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { type, width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 }
    default:
      return undefined
  }
}

function bmp(view: DataView): ImageHeader | undefined {
  if (view.getUint16(0) !== 0x424d) return undefined
  if (view.getUint32(14, true) === 12) {
    return { type: 'image/bmp', width: view.getUint16(18, true), height: view.getUint16(20, true) }
  }
  // Rows from top to bottom have a negative height.
  return { type: 'image/bmp', width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
}

/** The largest picture of an icon; one that is a PNG states its own size. */
function icon(view: DataView): ImageHeader | undefined {
  if (view.getUint32(0, true) !== 0x00010000) return undefined
  const count = view.getUint16(4, true)
  if (count === 0) return undefined
  let largest = { width: 0, height: 0 }
  for (let index = 0; index < count; index++) {
    const at = 6 + 16 * index
    const offset = view.getUint32(at + 12, true)
    const picture =
      offset + 24 <= view.byteLength ? png(new DataView(view.buffer, view.byteOffset + offset)) : undefined
    const { width, height } = picture ?? { width: view.getUint8(at) || 256, height: view.getUint8(at + 1) || 256 }
    if (width * height > largest.width * largest.height) largest = { width, height }
  }
  return { type: 'image/x-icon', ...largest }
}

function jpeg(view: DataView): ImageHeader | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined
  let at = 2
  for (;;) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    } else if (marker === 0xd9 || marker === 0xda) return undefined
    else at += 2 + Math.max(2, view.getUint16(at + 2))
  }
}

/** The largest of the sizes that the boxes `ispe` state: one for each picture and tile. */
function avif(view: DataView): ImageHeader | undefined {
  if (text(view, 4) !== 'ftyp' || !['avif', 'avis'].includes(text(view, 8))) return undefined
  let largest = { width: 0, height: 0 }
  for (let at = 0; at + 20 <= view.byteLength; at++) {
    if (view.getUint32(at) !== 0x69737065) continue
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    if (size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest.width > 0 ? { type: 'image/avif', ...largest } : undefined
}

function text(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
}
