import { IconEye } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { useNavigation } from '../../navigation/navigation.ts'
import type { EmptyState } from '../EmptyState.tsx'
import layout from '../layout.module.css'
import type { Column, RowAction } from './columns.tsx'
import type { TableQuery } from './QueryTable.tsx'
import { placedButton, ResourceList } from './ResourceList.tsx'

const same = (name: string) => name
const textsOf = (name: string) => [name]
const NO_ACTIONS: readonly RowAction<string>[] = []

interface NameListProps {
  names: readonly string[]
  query: TableQuery
  texts: { list: string; column: string; search: string; count: (count: number) => string }
  empty: ComponentProps<typeof EmptyState>
  /** Said above the list. */
  hint?: string
  buttons?: ReactNode
  /** The button that adds to the list. */
  add: ReactNode
  /** Opens the page of a name, for who may open it. */
  view: { label: string; pathOf: (name: string) => string } | undefined
}

/** What belongs to a user or a group, as a list of names in a tab of its page. */
export function NameList({ names, query, texts, empty, hint, buttons, add, view }: NameListProps) {
  const { push } = useNavigation()
  const columns = useMemo<Column<string>[]>(
    () => [{ id: 'name', header: texts.column, width: 'minmax(220px, 1fr)', name: same }],
    [texts.column],
  )
  const actions: readonly RowAction<string>[] = view
    ? [{ id: 'view', label: view.label, icon: IconEye, to: view.pathOf }]
    : NO_ACTIONS
  const placed = placedButton(query, names, add)
  return (
    <div className={layout.tabList}>
      <ResourceList
        query={query}
        label={texts.list}
        columns={columns}
        rows={names}
        rowId={same}
        rowName={same}
        onOpen={(name) => (view ? () => push(view.pathOf(name)) : undefined)}
        actions={actions}
        search={{ label: texts.search, texts: textsOf, isCaseSensitive: true }}
        buttons={
          <div className={layout.endButtons}>
            {buttons}
            {placed.usual}
          </div>
        }
        above={hint && names.length > 0 && <p className={layout.note}>{hint}</p>}
        empty={{ ...empty, action: placed.whenEmpty }}
        count={(count) => count > 0 && texts.count(count)}
      />
    </div>
  )
}
