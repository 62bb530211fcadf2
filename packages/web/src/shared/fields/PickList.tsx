import type { TablerIcon } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { EmptyState } from '../EmptyState.tsx'
import { Toolbar } from '../ListPage.tsx'
import { NoMatch } from '../NoMatch.tsx'
import { SearchBox } from '../SearchBox.tsx'
import type { Column } from '../table/columns.tsx'
import { QueryTable, type TableQuery } from '../table/QueryTable.tsx'
import { chosenFirst, type Selection, toggled } from '../table/selection.ts'
import { compareNames } from '../text/intl.ts'
import { formatCount } from '../text/numbers.ts'
import { ObjectName } from '../text/ObjectName.tsx'
import classes from './fields.module.css'

interface PickListProps {
  /** What is chosen from: 'Groups'. */
  label: string
  /** 'Search Groups'. */
  searchLabel: string
  /** The call whose response has the names. */
  query: TableQuery
  names: readonly string[]
  selected: Selection
  onChange: (selected: Selection) => void
  /** Why the choice can't be changed; only what is chosen is listed then. */
  readOnlyReason?: string | undefined
  /** What the list shows if there is nothing to choose: 'No Users Available'. */
  empty: { icon: TablerIcon; title: string; hint?: string }
}

const same = (name: string) => name

/**
 * Chooses several names from a searchable list, which may have thousands; what is chosen comes first. Names that the search
 * hides stay chosen.
 */
export function PickList(props: PickListProps) {
  const { label, searchLabel, query, selected, onChange, readOnlyReason, empty } = props
  const isReadOnly = readOnlyReason !== undefined
  const names = useMemo(
    () => (isReadOnly ? props.names.filter((name) => selected.has(name)) : props.names),
    [props.names, selected, isReadOnly],
  )
  const t = useTexts()
  const [search, setSearch] = useState('')
  // What is listed first: nothing moves while the visitor chooses, only with the next search.
  const [pinned, setPinned] = useState<Selection>()
  const rows = useMemo(() => {
    const wanted = search.toLowerCase()
    const found = names.filter((name) => name.toLowerCase().includes(wanted))
    return chosenFirst(found, pinned ?? selected)
  }, [names, search, pinned, selected])
  const change = (next: Selection) => {
    setPinned((before) => before ?? selected)
    onChange(next)
  }
  const columns = useMemo<Column<string>[]>(
    () => [
      {
        id: 'name',
        header: label,
        width: 'minmax(160px, 1fr)',
        compare: compareNames,
        cell: (name) => <ObjectName name={name} />,
      },
    ],
    [label],
  )
  // The form isn't sent while the user is still searching; the one name that is found is chosen.
  const pickOnly = () => {
    const [only] = rows
    if (rows.length === 1 && only !== undefined && !isReadOnly) change(toggled(selected, only))
  }
  return (
    <div className={classes.pickList}>
      <Toolbar>
        <SearchBox
          label={searchLabel}
          value={search}
          onChange={(value) => {
            setPinned(selected)
            setSearch(value)
          }}
          onEnter={pickOnly}
        />
      </Toolbar>
      <QueryTable
        query={query}
        label={label}
        columns={columns}
        rows={rows}
        rowId={same}
        rowName={same}
        {...(!isReadOnly && { selection: { selected, onChange: change } })}
        empty={names.length > 0 ? <NoMatch search={search} /> : <EmptyState {...empty} />}
        count={t('pickList.selected', { count: selected.size, number: formatCount(selected.size) })}
      />
      {isReadOnly && <p className={classes.hint}>{readOnlyReason}</p>}
    </div>
  )
}
