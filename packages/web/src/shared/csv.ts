import { saveFile } from './save-file.ts'

export type CsvTable = [header: readonly string[], rows: readonly (readonly (string | number | undefined)[])[]]

/** Comma-separated values of RFC 4180. A cell that a spreadsheet would run as a formula is quoted with an apostrophe. */
export function csvOf(...[header, rows]: CsvTable): string {
  const cell = (value: string | number | undefined) => {
    const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '')
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return [header, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** Saves a table as a download. */
export function saveCsv(name: string, ...table: CsvTable): void {
  saveFile(name, new Blob([csvOf(...table)], { type: 'text/csv' }))
}
