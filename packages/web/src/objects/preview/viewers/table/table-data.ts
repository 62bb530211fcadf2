/** The first rows of a table. Its names and cells are hostile text. */
export interface TableData {
  columns: TableColumn[]
  rows: Cell[][]
  /** Rows beyond these; undefined if the table doesn't say how many it has. */
  totalRows: number | undefined
  hasMoreRows: boolean
  totalColumns: number
}

export interface TableColumn {
  name: string
  /** '' where the format has none. */
  type: string
  /** Why its cells are empty. */
  problem?: ColumnProblem
}

export interface ColumnProblem {
  reason: 'codec' | 'encoding' | 'tooLarge' | 'notRead' | 'damaged'
  /** The name of what isn't supported. */
  detail: string
}

/** The text of a cell, null for a missing value, undefined for one that wasn't read. */
export type Cell = string | null | undefined

export const SHOWN_ROWS = 200
export const SHOWN_COLUMNS = 100
/** Longer cells are cut. */
export const CELL_LENGTH = 300

export function cut(text: string): string {
  return text.length > CELL_LENGTH ? `${text.slice(0, CELL_LENGTH)}…` : text
}

const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i

/** Which columns have only numbers in their shown cells, and at least one; such columns are aligned to the right. */
export function numericColumns({ columns, rows }: Pick<TableData, 'columns' | 'rows'>): boolean[] {
  return columns.map((_, at) => {
    const texts = rows.map((row) => row[at] ?? '').filter((text) => text !== '')
    return texts.length > 0 && texts.every((text) => NUMBER.test(text))
  })
}
