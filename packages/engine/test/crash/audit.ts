import { ROW } from '../../src/store/keys.ts'
import type { IndexReader } from '../../src/store/ordered-index.ts'
import { decodeRow, type FilePiece, type ObjectRow, type PartRow, type UsageRow } from '../../src/store/rows.ts'

/**
 * Compares a store at rest with itself: every row that is referred to exists and no other, every file likewise, and the
 * counters are what counting gives. Returns what is wrong. `paths` are all files below the data folder.
 */
export function audit(index: IndexReader, paths: string[]): string[] {
  const found = new Map<string, Buffer>()
  for (const { key, value } of index.range(Buffer.from([0]), Buffer.from([255]))) found.set(key.toString(), value)
  const rowsOf = (kind: string) => [...found].filter(([key]) => key.startsWith(kind))

  const contents = new Set<string>()
  const usage = new Map<string, { objects: number; bytes: number }>()
  for (const [key] of rowsOf(ROW.bucket)) usage.set(key.slice(1), { objects: 0, bytes: 0 })
  const wrong: string[] = []
  for (const [key, value] of rowsOf(ROW.object)) {
    const row = decodeRow<ObjectRow>(value)
    const counted = usage.get(key.slice(1, key.indexOf('\0')))
    if (!counted) wrong.push(`object ${key} is in no bucket`)
    else {
      counted.objects++
      counted.bytes += row.s
    }
    if (row.d === undefined) continue
    contents.add(row.d)
    const pieces = row.d.startsWith(ROW.pieces) ? found.get(row.d) : undefined
    if (pieces) for (const { id } of decodeRow<FilePiece[]>(pieces)) contents.add(ROW.file + id)
  }
  const uploads = new Set(rowsOf(ROW.upload).map(([key]) => key.slice(key.lastIndexOf('\0') + 1)))
  for (const [key, value] of rowsOf(ROW.part)) {
    contents.add(ROW.file + decodeRow<PartRow>(value).id)
    if (!uploads.has(key.slice(1, -5))) wrong.push(`part ${key} is of no upload`)
  }

  for (const key of contents) if (!found.has(key)) wrong.push(`content row ${key} is missing`)
  for (const [key] of [...rowsOf(ROW.inline), ...rowsOf(ROW.file), ...rowsOf(ROW.pieces)]) {
    if (!contents.has(key)) wrong.push(`content row ${key} is an orphan`)
  }
  const files = new Set(paths.map((path) => path.slice(path.lastIndexOf('/') + 1)))
  for (const path of paths)
    if (!found.has(ROW.file + path.slice('objects/00/'.length))) wrong.push(`${path} is an orphan`)
  for (const [key] of rowsOf(ROW.file)) if (!files.has(key.slice(1))) wrong.push(`file ${key} is missing`)

  for (const [key, value] of rowsOf(ROW.usage)) {
    const { objects, bytes } = decodeRow<UsageRow>(value)
    const counted = usage.get(key.slice(1))
    if (objects !== counted?.objects || bytes !== counted.bytes) wrong.push(`counters of ${key.slice(1)} are wrong`)
  }
  return wrong
}
