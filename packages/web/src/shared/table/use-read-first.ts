import { useEffect, useState } from 'react'
import type { Column } from './columns.tsx'

/** Which rows were read, and for which column. */
interface ReadRows<T> {
  by: Column<T>['readFirst']
  rows: readonly T[]
}

/** Reads what the rows are sorted by, also of rows that appear later. `read` changes when they have to be sorted again. */
export function useReadFirst<T>(column: Column<T> | undefined, rows: readonly T[]) {
  const by = column?.readFirst
  const [read, setRead] = useState<ReadRows<T>>()
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    void by?.read(rows, signal).then(() => signal.aborted || setRead({ by, rows }))
    return () => ended.abort()
  }, [by, rows])
  return { read, isReading: !!by && (read?.by !== by || read.rows !== rows) }
}
