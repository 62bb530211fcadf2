import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Toolbar } from '../shared/ListPage.tsx'
import { NoMatch } from '../shared/NoMatch.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { QueryTable, type TableQuery } from '../shared/table/QueryTable.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import classes from './UserPage.module.css'

const same = (name: string) => name
const NO_ACTIONS: readonly RowAction<string>[] = []

interface UserNamesProps {
  kind: 'groups' | 'policies'
  names: readonly string[]
  query: TableQuery
  empty: ReactNode
  /** Said above the list. */
  hint?: string
  buttons: ReactNode
  /** Opens the page of a name, where there is one. */
  onOpen?: ((name: string) => void) | undefined
  actions?: readonly RowAction<string>[]
}

/** The groups or the policies of a user, as a list of names. */
export function UserNames({ kind, names, query, empty, hint, buttons, onOpen, actions = NO_ACTIONS }: UserNamesProps) {
  const { t } = useTranslation('userPage')
  const [search, setSearch] = useState('')
  const rows = useMemo(() => names.filter((name) => name.includes(search)), [names, search])
  const columns = useMemo<Column<string>[]>(
    () => [
      {
        id: 'name',
        header: t(`${kind}.name`),
        width: 'minmax(220px, 1fr)',
        compare: (a, b) => (a < b ? -1 : 1),
        cell: (name) => <ObjectName name={name} />,
      },
    ],
    [t, kind],
  )
  return (
    <div className={classes.list}>
      <Toolbar>
        <SearchBox label={t(`${kind}.search`)} value={search} onChange={setSearch} />
        <RefreshButton isBusy={query.isFetching} onClick={() => void query.refetch()} />
        <div className={classes.buttons}>{buttons}</div>
      </Toolbar>
      {hint && names.length > 0 && <p>{hint}</p>}
      <QueryTable
        query={query}
        label={t(`${kind}.list`)}
        columns={columns}
        rows={rows}
        rowId={same}
        rowName={same}
        onOpen={(name) => (onOpen ? () => onOpen(name) : undefined)}
        actions={actions}
        empty={names.length > 0 ? <NoMatch search={search} /> : empty}
        count={rows.length > 0 && t(`${kind}.count`, { count: rows.length })}
      />
    </div>
  )
}
