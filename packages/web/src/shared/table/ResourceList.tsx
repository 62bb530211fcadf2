import { type ComponentProps, type ReactNode, useMemo, useState } from 'react'
import { CaseHint } from '../CaseHint.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { Toolbar } from '../ListPage.tsx'
import { NoMatch } from '../NoMatch.tsx'
import { RefreshButton } from '../RefreshButton.tsx'
import { SearchBox } from '../SearchBox.tsx'
import { QueryTable, type QueryTableProps, type TableQuery } from './QueryTable.tsx'
import { matching } from './search.ts'

interface ResourceSearch<T> {
  label: string
  /** What is searched in; must be stable between renders. */
  texts: (row: T) => readonly string[]
  /** Upper and lower case differ (as the specification has it for users and groups); the visitor can ignore that. */
  isCaseSensitive?: boolean
  /** Called when what is searched for changes, before the rows do. */
  onChange?: (text: string) => void
}

interface ResourceListProps<T> extends Omit<QueryTableProps<T>, 'count' | 'empty'> {
  /** Absent for a list that is always short. */
  search?: ResourceSearch<T>
  /** Further controls after the search, that choose among the rows. */
  filters?: ReactNode
  /** Buttons at the end of the line. */
  buttons?: ReactNode
  /** The button that adds to the list: the last of the line, or with the words that say that the list is empty. */
  add?: ReactNode
  /** Default: repeats the query. */
  onRefresh?: () => void
  /** Shown when there is nothing to list. */
  empty: ComponentProps<typeof EmptyState>
  /** Shown instead if it is because of `filters`. */
  emptyFilter?: ComponentProps<typeof EmptyState> | undefined
  /** Said between the line and the table. */
  above?: ReactNode
  /** The last line, for the rows that match. */
  count: (shown: number, rows: readonly T[]) => ReactNode
  /** Replaces the table, not the controls. */
  instead?: ReactNode
}

const NO_TEXTS = () => []

/**
 * Where a button is that adds to a list and has its usual place elsewhere on the page: in the `action` of its empty state while
 * the list is empty. It is never in both, so that there is one to look for.
 */
export function placedButton(query: TableQuery, rows: readonly unknown[], button: ReactNode) {
  const isEmpty = query.data !== undefined && rows.length === 0
  return { usual: !isEmpty && button, whenEmpty: isEmpty && button }
}

/** The list of one kind of thing: a line with search, filters and buttons, and the table with its states. */
export function ResourceList<T>(props: ResourceListProps<T>) {
  const { search, filters, buttons, add, onRefresh, above, empty, emptyFilter, count, instead, ...table } = props
  const { rows: all, query } = table
  const { label, texts = NO_TEXTS, isCaseSensitive = false, onChange } = search ?? {}
  const [wanted, setWanted] = useState('')
  const [ignoresCase, setIgnoresCase] = useState(!isCaseSensitive)
  const inAnyCase = useMemo(() => matching(all, texts, wanted, true), [all, texts, wanted])
  const rows = useMemo(
    () => (ignoresCase ? inAnyCase : matching(all, texts, wanted, false)),
    [all, texts, wanted, ignoresCase, inAnyCase],
  )
  const placed = placedButton(query, all, add)
  const change = (text: string) => {
    onChange?.(text)
    setWanted(text)
  }
  const placeholder = () => {
    if (all.length > 0) return <NoMatch search={wanted} />
    return <EmptyState action={placed.whenEmpty} {...(emptyFilter ?? empty)} />
  }
  return (
    <>
      <Toolbar>
        {label !== undefined && <SearchBox label={label} value={wanted} onChange={change} />}
        {filters}
        <RefreshButton
          what={table.label}
          isBusy={query.isFetching}
          onClick={onRefresh ?? (() => void query.refetch())}
        />
        {buttons}
        {placed.usual}
      </Toolbar>
      {isCaseSensitive && (
        <CaseHint
          ignoresCase={ignoresCase}
          found={rows.length}
          foundInAnyCase={inAnyCase.length}
          isSearching={wanted !== ''}
          onChange={setIgnoresCase}
        />
      )}
      {above}
      {instead || <QueryTable {...table} rows={rows} empty={placeholder()} count={count(rows.length, rows)} />}
    </>
  )
}
