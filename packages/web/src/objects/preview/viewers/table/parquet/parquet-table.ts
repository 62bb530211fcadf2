import {
  type FileMetaData,
  parquetRead,
  parquetSchema,
  type RowGroup,
  type SchemaElement,
  type SchemaTree,
} from 'hyparquet'
import { type Cell, cut, SHOWN_COLUMNS, SHOWN_ROWS, type TableColumn, type TableData } from '../table-data.ts'
import { cellText, parsers } from './cell-text.ts'
import { type ColumnPages, type ReadBytes, readColumnPages } from './column-pages.ts'
import { readParquetMetadata } from './parquet-metadata.ts'
import { UnreadableColumn } from './unreadable-column.ts'

/** A smaller file is read in one piece. */
const WHOLE_BYTES = 1024 * 1024
/** The most bytes that are read for the first rows. */
const MAX_BYTES = 32 * 1024 * 1024
const MAX_GROUPS = 20

/**
 * The first rows of a Parquet file, read column by column in ranges. A column that can't be read says why; the others are shown.
 * @throws UnreadableFile for a file without readable metadata, and what `readRange` throws
 */
export async function readParquetTable(readRange: ReadBytes, size: number, signal: AbortSignal): Promise<TableData> {
  const whole = size <= WHOLE_BYTES ? await readRange(0, size) : undefined
  let readBytes = 0
  const failure: { error?: unknown } = {}
  const read: ReadBytes = async (start, end) => {
    if (whole) return whole.slice(Math.max(0, start), end)
    if (!(start >= 0 && end <= size)) throw new RangeError('beyond the file')
    readBytes += end - start
    if (readBytes > MAX_BYTES) throw new UnreadableColumn('notRead')
    try {
      return await readRange(start, end)
    } catch (error) {
      // Not the fault of the column.
      failure.error = error
      throw error
    }
  }

  const metadata = await readParquetMetadata(read, size)
  const tree = parquetSchema(metadata).children
  const groups = firstGroups(metadata.row_groups)
  const rowCount = Math.min(
    SHOWN_ROWS,
    groups.reduce((rows, group) => rows + Number(group.num_rows), 0),
  )
  const rows: Cell[][] = Array.from({ length: rowCount }, () => [])
  const columns: TableColumn[] = []
  for (const column of tree.slice(0, SHOWN_COLUMNS)) {
    // Between columns the page may respond.
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
    const shown: TableColumn = { name: cut(column.element.name), type: typeOf(column.element) }
    try {
      const cells = await readColumn(read, metadata, groups, column, rowCount)
      for (const [at, row] of rows.entries()) row[columns.length] = cells[at]
    } catch (error) {
      if ('error' in failure) throw failure.error
      for (const row of rows) row[columns.length] = undefined
      shown.problem = error instanceof UnreadableColumn ? error.problem : { reason: 'damaged', detail: '' }
    }
    columns.push(shown)
  }
  const totalRows = Number(metadata.num_rows)
  return { columns, rows, totalRows, hasMoreRows: totalRows > rows.length, totalColumns: tree.length }
}

/** As many row groups as the first rows need. */
function firstGroups(groups: readonly RowGroup[]): RowGroup[] {
  const first: RowGroup[] = []
  let rows = 0
  for (const group of groups.slice(0, MAX_GROUPS)) {
    const count = Number(group.num_rows)
    if (count <= 0) continue
    first.push(group)
    rows += count
    if (rows >= SHOWN_ROWS) break
  }
  return first
}

async function readColumn(
  read: ReadBytes,
  metadata: FileMetaData,
  groups: readonly RowGroup[],
  { element: { name } }: SchemaTree,
  rowCount: number,
): Promise<Cell[]> {
  const cells: Cell[] = []
  for (const group of groups) {
    const rows = Math.min(rowCount - cells.length, Number(group.num_rows))
    if (rows <= 0) break
    const { file, chunks, isWhole } = await unpackedGroup(read, metadata, group, name, rows)
    let values: unknown[] = []
    await parquetRead({
      file,
      metadata: { ...metadata, row_groups: [{ ...group, num_rows: BigInt(rows), columns: chunks }] },
      columns: [name],
      rowEnd: rows,
      parsers,
      onComplete: (read) => {
        values = read.map(([value]) => value as unknown)
      },
    })
    // Of lists that were read in part, the last one may be incomplete.
    const end = values.indexOf(undefined)
    if (end >= 0 || !isWhole) values.fill(undefined, Math.max(0, (end < 0 ? values.length : end) - (isWhole ? 0 : 1)))
    for (const value of values) cells.push(value === undefined ? undefined : cellText(value))
  }
  return cells
}

/** The pages of a column in memory, as a file without compression, and the metadata that leads to them. */
async function unpackedGroup(read: ReadBytes, metadata: FileMetaData, group: RowGroup, name: string, rows: number) {
  const parts: Uint8Array[] = []
  const chunks: RowGroup['columns'] = []
  let length = 0
  let isWhole = true
  for (const { meta_data: chunk, file_path: path, crypto_metadata: crypto } of group.columns) {
    if (chunk?.path_in_schema[0] !== name) continue
    if (path !== undefined || crypto !== undefined) throw new UnreadableColumn('notRead')
    const pages: ColumnPages = await readColumnPages(
      read,
      chunk,
      elementsOf(metadata.schema, chunk.path_in_schema),
      rows,
    )
    const { dictionary_page_offset: _, statistics: __, ...rest } = chunk
    chunks.push({
      file_offset: 0n,
      meta_data: {
        ...rest,
        codec: 'UNCOMPRESSED',
        data_page_offset: BigInt(length),
        total_compressed_size: BigInt(pages.length),
      },
    })
    parts.push(...pages.bytes)
    length += pages.length
    isWhole &&= pages.isWhole
  }
  if (chunks.length === 0) throw new UnreadableColumn('damaged')
  const bytes = await new Blob(parts as BlobPart[]).arrayBuffer()
  const file = { byteLength: length, slice: (start: number, end?: number) => bytes.slice(start, end) }
  return { file, chunks, isWhole }
}

/** The elements of the schema from below the root to a column. */
function elementsOf(schema: readonly SchemaElement[], path: readonly string[]): SchemaElement[] {
  const elements: SchemaElement[] = []
  let { children } = parquetSchema({ schema: [...schema] } as FileMetaData)
  for (const name of path) {
    const child = children.find(({ element }) => element.name === name)
    if (!child) throw new UnreadableColumn('damaged')
    elements.push(child.element)
    children = child.children
  }
  return elements
}

function typeOf({ logical_type: logical, converted_type: converted, type }: SchemaElement): string {
  return (logical?.type ?? converted ?? type ?? 'STRUCT').toLowerCase()
}
