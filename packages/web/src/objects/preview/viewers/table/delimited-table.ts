import Papa from 'papaparse'
import { cut, SHOWN_COLUMNS, SHOWN_ROWS, type TableData } from './table-data.ts'

/** How much of a text is parsed: enough for the first rows, and little enough for quotes that are never closed. */
export const TABLE_BYTES = 256 * 1024

/**
 * The first rows of a text of separated values, whose first line names the columns.
 * @param delimiter undefined to guess it
 * @param isWhole whether the text ends where the object ends; otherwise its last row may be cut off
 */
export function readDelimitedTable(text: string, delimiter: '\t' | undefined, isWhole: boolean): TableData {
  // Parsing one more row than is shown reveals whether there are more.
  const limit = SHOWN_ROWS + 2
  const { data, meta } = Papa.parse<string[]>(text, {
    delimiter: delimiter ?? '',
    delimitersToGuess: [',', ';', '\t', '|'],
    preview: limit,
    skipEmptyLines: true,
  })
  const isCut = !isWhole && data.length < limit && !meta.truncated
  const complete = isCut && data.length > 1 ? data.slice(0, -1) : data
  const [names = [], ...rows] = complete
  const shown = rows.slice(0, SHOWN_ROWS)
  const totalColumns = shown.reduce((most, row) => Math.max(most, row.length), names.length)
  const columns = Array.from({ length: Math.min(totalColumns, SHOWN_COLUMNS) }, (_, at) => ({
    name: cut(names[at] ?? ''),
    type: '',
  }))
  return {
    columns,
    rows: shown.map((row) => columns.map((_, at) => (row[at] === undefined ? undefined : cut(row[at])))),
    totalRows: undefined,
    hasMoreRows: isCut || rows.length > SHOWN_ROWS,
    totalColumns,
  }
}
