import { type FileMetaData, parquetMetadata, type SchemaElement } from 'hyparquet'
import { checkThrift } from './check-thrift.ts'
import type { ReadBytes } from './column-pages.ts'

/** It describes every column of every row group; that of a thousand columns in twenty groups has 2 MiB. */
const MAX_METADATA_BYTES = 2 * 1024 * 1024
const TAIL_BYTES = 64 * 1024
const MAX_ELEMENTS = 20_000
const MAX_DEPTH = 16

/** Why a file isn't shown as a table. */
export class UnreadableFile extends Error {
  readonly reason: 'notParquet' | 'encrypted' | 'tooLarge' | 'damaged'

  constructor(reason: UnreadableFile['reason']) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Reads the metadata of a Parquet file, which is at its end.
 * @throws {@link UnreadableFile}
 */
export async function readParquetMetadata(read: ReadBytes, size: number): Promise<FileMetaData> {
  if (size < 12) throw new UnreadableFile('notParquet')
  const tail = await read(Math.max(0, size - TAIL_BYTES), size)
  const magic = String.fromCharCode(...tail.subarray(-4))
  if (magic === 'PARE') throw new UnreadableFile('encrypted')
  if (magic !== 'PAR1') throw new UnreadableFile('notParquet')
  const length = new DataView(tail.buffer, tail.byteOffset, tail.byteLength).getUint32(tail.byteLength - 8, true)
  if (length + 12 > size) throw new UnreadableFile('damaged')
  if (length > MAX_METADATA_BYTES) throw new UnreadableFile('tooLarge')
  const bytes = length + 8 <= tail.length ? tail.slice(tail.length - length - 8) : await read(size - length - 8, size)
  try {
    checkThrift(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0)
    const metadata = parquetMetadata(bytes, { geoparquet: false, parsers: PLAIN_STATISTICS })
    const schema = checkedSchema(metadata.schema)
    if (Number(metadata.num_rows) < 0) throw new RangeError('negative rows')
    return { ...metadata, schema }
  } catch {
    throw new UnreadableFile('damaged')
  }
}

/** Statistics aren't shown: nothing in them is worth a failure. */
const PLAIN_STATISTICS = {
  stringFromBytes: () => undefined,
  jsonFromBytes: () => undefined,
  geometryFromBytes: () => undefined,
  geographyFromBytes: () => undefined,
}

/** The elements as a tree that is no deeper than columns are, and without types that would be decoded further. */
function checkedSchema(schema: readonly SchemaElement[]): SchemaElement[] {
  if (schema.length === 0 || schema.length > MAX_ELEMENTS) throw new RangeError('elements')
  /** Children still to come, at each level. */
  const open: number[] = []
  for (const [at, { name, num_children: children = 0 }] of schema.entries()) {
    if (typeof name !== 'string' || (at > 0 && open.length === 0)) throw new RangeError('no tree')
    if (at > 0) open.push((open.pop() ?? 0) - 1)
    if (children > 0) open.push(children)
    while (open.at(-1) === 0) open.pop()
    if (open.length > MAX_DEPTH) throw new RangeError('too deep')
  }
  if (open.length > 0) throw new RangeError('no tree')
  return schema.map((element, at) => {
    const { logical_type: logical, repetition_type: repetition, ...rest } = element
    const isKept = logical !== undefined && !['VARIANT', 'GEOMETRY', 'GEOGRAPHY', 'FILE'].includes(logical.type)
    return {
      ...rest,
      ...(isKept && { logical_type: logical }),
      ...(at > 0 && repetition && { repetition_type: repetition }),
    }
  })
}
