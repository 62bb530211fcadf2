import type { Entry } from '../entry.ts'
import { readObjectRange } from '../preview/read-range.ts'
import { hasExtension } from '../preview/viewers/extension.ts'
import { HEADER_BYTES, isDecodable, readImageHeader } from '../preview/viewers/image-header.ts'
import { Queue } from './queue.ts'

/** Only of smaller files with fewer pixels: a folder shows dozens, and two are decoded at a time. */
const MAX_BYTES = 8 * 1024 * 1024
const MAX_PIXELS = 16_000_000
const AT_ONCE = 2
/** The longer side of a thumbnail, in pixels: twice the size of a tile's picture. */
const LONGER_SIDE = 320
const KEPT = 200

/** Without SVG, which is a program for the browser's painter: one can keep it busy for minutes. */
const PICTURES = ['png', 'jpg', 'jpeg', 'jfif', 'gif', 'webp', 'avif', 'bmp']

const queue = new Queue(AT_ONCE)
const kept = new Map<string, ImageBitmap>()

export function hasThumbnail({ key, size }: Entry): boolean {
  return size > 0 && size <= MAX_BYTES && hasExtension(key, PICTURES)
}

/** A small picture of an image; undefined if it is none, or can't be read. Decoded only if its header allows. */
export async function thumbnailOf(bucket: string, entry: Entry, signal: AbortSignal): Promise<ImageBitmap | undefined> {
  const id = JSON.stringify([bucket, entry.key, entry.size, entry.modified])
  const known = kept.get(id)
  if (known) return known
  try {
    const picture = await queue.run(() => make(bucket, entry, signal), signal)
    if (picture) keep(id, picture)
    return picture
  } catch {
    // It stays without a picture; opening it says why.
    return undefined
  }
}

async function make(bucket: string, { key, size }: Entry, signal: AbortSignal): Promise<ImageBitmap | undefined> {
  const object = { bucket, key, size, contentType: '' }
  const start = await readObjectRange(object, 0, Math.min(size, HEADER_BYTES), signal)
  const header = readImageHeader(start)
  if (header === undefined || !isDecodable(header, MAX_PIXELS)) return undefined
  const rest = start.length < size ? [await readObjectRange(object, start.length, size, signal)] : []
  const isWide = header.width >= header.height
  const scaled = Math.min(LONGER_SIDE, Math.max(header.width, header.height))
  return await createImageBitmap(new Blob([start, ...rest], { type: header.type }), {
    [isWide ? 'resizeWidth' : 'resizeHeight']: scaled,
    resizeQuality: 'medium',
  })
}

function keep(id: string, picture: ImageBitmap): void {
  kept.set(id, picture)
  const [oldest] = kept.keys()
  // Not closed: a tile may still show it.
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
}
