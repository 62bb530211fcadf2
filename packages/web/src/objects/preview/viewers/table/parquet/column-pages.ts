import type { ColumnMetaData, SchemaElement } from 'hyparquet'
// The header of a page has no public function. The version is pinned, and the tests fail if this one is removed.
import { parquetHeader } from 'hyparquet/src/column.js'
import { checkThrift, varint } from './check-thrift.ts'
import { decompress } from './decompress.ts'
import { UnreadableColumn } from './unreadable-column.ts'

export type ReadBytes = (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>

/** Pages beyond these sizes aren't unpacked; writers aim at 1 MiB. */
const MAX_PAGE_BYTES = 16 * 1024 * 1024
/** Values of a page, times the depth of their column: each becomes a list at every level. */
const MAX_VALUES = 1_200_000
/** Values of a page that become separate objects. */
const MAX_OBJECTS = 300_000
const MAX_PAGES = 64
/** With the smallest and largest value of the page. */
const MAX_HEADER_BYTES = 64 * 1024
const FIRST_BYTES = 256 * 1024

const RUNS = ['RLE', 'PLAIN_DICTIONARY', 'RLE_DICTIONARY']
const DELTAS = ['DELTA_BINARY_PACKED', 'DELTA_LENGTH_BYTE_ARRAY']
/** Not DELTA_BYTE_ARRAY: its values can be as long as the page, each of them. */
const ENCODINGS = ['PLAIN', ...RUNS, ...DELTAS, 'BYTE_STREAM_SPLIT']

type Header = ReturnType<typeof parquetHeader>

/** The first pages of a column in a row group, as a separate uncompressed column. */
export interface ColumnPages {
  bytes: Uint8Array[]
  length: number
  /** Whether they are all pages of the column. */
  isWhole: boolean
}

/**
 * Reads the pages with the first rows of a column in a row group, unpacks them and checks all that the decoder trusts: sizes,
 * counts and the lengths of runs. Without it a page of ten bytes can demand two billion values.
 * @param path the elements of the schema from below the root to the column
 * @throws {@link UnreadableColumn}, RangeError for a page that ends too early
 */
export async function readColumnPages(
  read: ReadBytes,
  chunk: ColumnMetaData,
  path: readonly SchemaElement[],
  rows: number,
): Promise<ColumnPages> {
  const start = Number(chunk.dictionary_page_offset || chunk.data_page_offset)
  const length = Number(chunk.total_compressed_size)
  const isFlat = path.length === 1 && path[0]?.repetition_type !== 'REPEATED'
  const pages: ColumnPages = { bytes: [], length: 0, isWhole: true }
  let buffered: Uint8Array<ArrayBuffer> = new Uint8Array()
  /** The first bytes of the chunk, up to `end`. */
  const upTo = async (end: number) => {
    if (end > length) throw new RangeError('cut off')
    if (end > buffered.length) {
      const wanted = Math.min(length, Math.max(end, buffered.length + FIRST_BYTES))
      buffered = join([buffered, await read(start + buffered.length, start + wanted)])
      if (end > buffered.length) throw new RangeError('cut off')
    }
    return buffered
  }

  let values = 0
  let at = 0
  for (let count = 0; at < length - 1; count++) {
    // Rows of lists have several values, and some of them none; the rest of the last row may be in the next page.
    if (isFlat ? values >= rows : values >= rows * 20 && pages.length > FIRST_BYTES) {
      pages.isWhole = false
      return pages
    }
    if (count === MAX_PAGES) throw new UnreadableColumn('tooLarge')
    const head = viewOf(await upTo(Math.min(length, at + MAX_HEADER_BYTES)))
    const { end, fields } = checkThrift(head, at)
    const header = parquetHeader({ view: head, offset: at })
    checkHeader(header, chunk, path)
    const stored = (await upTo(end + header.compressed_page_size)).slice(end, end + header.compressed_page_size)
    const page = await unpack(header, stored, chunk.codec)
    checkPage(header, page, chunk, path)
    const size = fields.get(2)
    const storedSize = fields.get(3)
    if (!size || !storedSize || page.length !== header.uncompressed_page_size) throw new UnreadableColumn('damaged')
    // The same header, with the size of the unpacked page as the stored one.
    const parts = [
      buffered.subarray(at, storedSize[0]),
      buffered.subarray(...size),
      buffered.subarray(storedSize[1], end),
      page,
    ]
    const unpacked = join(parts)
    pages.bytes.push(unpacked)
    pages.length += unpacked.length
    if (pages.length > 2 * MAX_PAGE_BYTES) throw new UnreadableColumn('tooLarge')
    if (header.type !== 'DICTIONARY_PAGE') values += ownHeader(header)?.num_values ?? 0
    at = end + header.compressed_page_size
  }
  return pages
}

/** The part of the header that the decoder uses; a page may have the others too. */
function ownHeader({ type, ...header }: Header) {
  if (type === 'DICTIONARY_PAGE') return header.dictionary_page_header
  return type === 'DATA_PAGE' ? header.data_page_header : secondVersion({ type, ...header })
}

function secondVersion(header: Header) {
  return header.type === 'DATA_PAGE_V2' ? header.data_page_header_v2 : undefined
}

function checkHeader(header: Header, chunk: ColumnMetaData, path: readonly SchemaElement[]): void {
  const { type, uncompressed_page_size: size, compressed_page_size: stored } = header
  if (!isCount(size) || !isCount(stored)) throw new UnreadableColumn('damaged')
  if (size > MAX_PAGE_BYTES || stored > MAX_PAGE_BYTES) throw new UnreadableColumn('tooLarge')
  const page = ownHeader(header)
  if (page === undefined || !isCount(page.num_values)) throw new UnreadableColumn('damaged')
  if (page.num_values * path.length > MAX_VALUES) throw new UnreadableColumn('tooLarge')
  const isDictionary = type === 'DICTIONARY_PAGE'
  const encoding = isDictionary ? 'PLAIN' : page.encoding
  if (!ENCODINGS.includes(encoding)) throw new UnreadableColumn('encoding', encoding ?? '')
  if (RUNS.includes(encoding) && (chunk.type === 'BOOLEAN') !== (encoding === 'RLE'))
    throw new UnreadableColumn('damaged')
  const isOfObjects = !RUNS.includes(encoding) && /BYTE_ARRAY|INT96/.test(chunk.type)
  if (isOfObjects && page.num_values > MAX_OBJECTS) throw new UnreadableColumn('tooLarge')
  const typeLength = path.at(-1)?.type_length ?? 0
  if (chunk.type === 'FIXED_LEN_BYTE_ARRAY' && encoding === 'BYTE_STREAM_SPLIT') {
    if (!isCount(typeLength) || typeLength * page.num_values > MAX_PAGE_BYTES) throw new UnreadableColumn('tooLarge')
  }
  const v2 = secondVersion(header)
  if (v2 !== undefined) {
    const { definition_levels_byte_length: definitions, repetition_levels_byte_length: repetitions } = v2
    if (![definitions, repetitions, v2.num_nulls].every(isCount)) throw new UnreadableColumn('damaged')
    if (definitions + repetitions > Math.min(size, stored) || v2.num_nulls > v2.num_values) {
      throw new UnreadableColumn('damaged')
    }
  }
}

async function unpack(header: Header, stored: Uint8Array<ArrayBuffer>, codec: string): Promise<Uint8Array> {
  const v2 = secondVersion(header)
  if (v2 === undefined) return await decompress(codec, stored, header.uncompressed_page_size)
  // The levels of the second version aren't compressed.
  const levels = v2.definition_levels_byte_length + v2.repetition_levels_byte_length
  const values = stored.slice(levels)
  const size = header.uncompressed_page_size - levels
  return join([stored.subarray(0, levels), v2.is_compressed === false ? values : await decompress(codec, values, size)])
}

/** Checks what of an unpacked page states how many values follow: runs of levels and indexes, blocks of differences. */
function checkPage(header: Header, page: Uint8Array, chunk: ColumnMetaData, path: readonly SchemaElement[]): void {
  const view = viewOf(page)
  const v2 = secondVersion(header)
  const data = ownHeader(header)
  if (header.type === 'DICTIONARY_PAGE' || data === undefined) return
  const count = data.num_values
  const repetitionWidth = bitWidth(path.filter((element) => element.repetition_type === 'REPEATED').length)
  const definitionWidth = bitWidth(path.filter((element) => element.repetition_type !== 'REQUIRED').length)
  let at = 0
  if (v2 === undefined) {
    for (const width of [repetitionWidth, definitionWidth]) {
      if (width === 0) continue
      const end = at + 4 + view.getUint32(at, true)
      checkRuns(view, at + 4, end, width, count)
      at = end
    }
  } else {
    const definitions = v2.repetition_levels_byte_length
    at = definitions + v2.definition_levels_byte_length
    if (repetitionWidth > 0) checkRuns(view, 0, definitions, repetitionWidth, count)
    if (definitionWidth > 0) checkRuns(view, definitions, at, definitionWidth, count)
  }
  const { encoding } = data
  if (DELTAS.includes(encoding)) {
    if (at < page.length) checkDeltas(view, at)
  } else if (chunk.type === 'BOOLEAN' && RUNS.includes(encoding)) {
    if (at + 4 <= page.length) checkRuns(view, at + 4, page.length, 1, count)
  } else if (RUNS.includes(encoding) && at < page.length) {
    checkRuns(view, at + 1, page.length, view.getUint8(at), count)
  }
}

/** Runs of repeated or packed numbers: none is longer than the number of values. */
function checkRuns(view: DataView, start: number, end: number, width: number, count: number): void {
  if (width > 32 || end > view.byteLength) throw new UnreadableColumn('damaged')
  let seen = 0
  let at = start
  while (at < end && seen < count) {
    const run = varint(view, at)
    const isPacked = (run.value & 1) === 1
    const groups = run.value >>> 1
    // Packed numbers come in groups of eight.
    const length = isPacked ? groups * 8 : groups
    if (length > count + 7) throw new UnreadableColumn('damaged')
    at = run.end + (isPacked ? groups * width : (width + 7) >> 3)
    seen += length
  }
}

function checkDeltas(view: DataView, start: number): void {
  const block = varint(view, start)
  const miniblocks = varint(view, block.end)
  const isSound =
    block.value > 0 && block.value <= 65_536 && miniblocks.value > 0 && block.value % (8 * miniblocks.value) === 0
  if (!isSound) throw new UnreadableColumn('damaged')
}

function bitWidth(level: number): number {
  return 32 - Math.clz32(level)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
