import { saveFile } from './save-file.ts'

type Cell = string | number | undefined
export type CsvTable = [header: readonly string[], rows: Iterable<readonly Cell[]>]

/** How long rows are written before the page has its turn. */
const PIECE_MS = 12

/** Comma-separated values of RFC 4180. A cell that a spreadsheet would run as a formula is quoted with an apostrophe. */
export function csvOf(...[header, rows]: CsvTable): string {
  return [header, ...rows].map(lineOf).join('')
}

/** The same for a table of any length: in pieces, between which the page responds. */
export async function csvFile(...[header, rows]: CsvTable): Promise<Blob> {
  const pieces: Blob[] = []
  let piece = lineOf(header)
  let until = performance.now() + PIECE_MS
  for (const row of rows) {
    piece += lineOf(row)
    if (performance.now() < until) continue
    pieces.push(new Blob([piece]))
    piece = ''
    await nextTurn()
    until = performance.now() + PIECE_MS
  }
  return new Blob([...pieces, piece], { type: 'text/csv' })
}

/** Saves a table as a download. Rows that are computed when they are asked for don't hold up the page either. */
export async function saveCsv(name: string, ...table: CsvTable): Promise<void> {
  saveFile(name, await csvFile(...table))
}

/** Lets the page respond. Not a timer: browsers run those of a hidden tab once a second. */
function nextTurn(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }
  if (scheduler?.yield) return scheduler.yield()
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

function lineOf(row: readonly Cell[]): string {
  return `${row.map(textOf).join(',')}\r\n`
}

function textOf(value: Cell): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
