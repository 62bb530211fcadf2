import { type ReactNode, useMemo, useState } from 'react'
import { Toolbar } from '../ListPage.tsx'
import { NoMatch } from '../NoMatch.tsx'
import { RefreshButton } from '../RefreshButton.tsx'
import { SearchBox } from '../SearchBox.tsx'
import { QueryTable, type QueryTableProps } from './QueryTable.tsx'

interface SearchTableProps<T> extends Omit<QueryTableProps<T>, 'count'> {
  searchLabel: string
  /** What a search is looked up in, in lower case; must be stable between renders. */
  textsOf: (row: T) => readonly string[]
  /** The last line, for the number of rows that match. */
  count: (shown: number) => ReactNode
  /** Further controls beside the search. */
  controls?: ReactNode
  /** Replaces the table, not the controls. */
  instead?: ReactNode
}

/** A table of the rows of one call with a search, a button that loads it again, and further controls above it. */
export function SearchTable<T>(props: SearchTableProps<T>) {
  const { searchLabel, textsOf, count, controls, instead, rows: all, empty, query, ...table } = props
  const [search, setSearch] = useState('')
  const rows = useMemo(() => {
    const wanted = search.toLowerCase()
    return all.filter((row) => textsOf(row).some((text) => text.includes(wanted)))
  }, [all, textsOf, search])
  return (
    <>
      <Toolbar>
        <SearchBox label={searchLabel} value={search} onChange={setSearch} />
        <RefreshButton isBusy={query.isFetching} onClick={() => query.refetch()} />
        {controls}
      </Toolbar>
      {instead || (
        <QueryTable
          {...table}
          query={query}
          rows={rows}
          empty={all.length > 0 ? <NoMatch search={search} /> : empty}
          count={count(rows.length)}
        />
      )}
    </>
  )
}
