import type { TablerIcon } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import type { ApiError } from '../../shared/api/api-error.ts'
import { EmptyState } from '../../shared/EmptyState.tsx'
import type { Column, RowAction } from '../../shared/table/columns.tsx'
import { QueryTable } from '../../shared/table/QueryTable.tsx'

const NONE: readonly string[] = []
const same = (name: string) => name

interface NamedRowsProps {
  label: string
  header: string
  names: readonly string[] | undefined
  query: Pick<UseQueryResult<unknown, ApiError>, 'data' | 'error' | 'isPending' | 'isFetching' | 'refetch'>
  /** Opens the page of a row; undefined if this build or this session has no page for it. */
  open: ((name: string) => void) | undefined
  viewIcon: TablerIcon
  icon: TablerIcon
  empty: string
  emptyHint: string
  count: string
}

/** A list of names that have pages. */
export function NamedRows({ label, header, names = NONE, query, open, viewIcon, ...rest }: NamedRowsProps) {
  const t = useTexts('bucket')
  const columns = useMemo<Column<string>[]>(
    () => [
      {
        id: 'name',
        header,
        width: 'minmax(220px, 1fr)',
        name: same,
      },
    ],
    [header],
  )
  const actions = useMemo<RowAction<string>[]>(
    () => (open ? [{ id: 'view', label: t('access.view'), icon: viewIcon, onSelect: open }] : []),
    [t, open, viewIcon],
  )
  return (
    <QueryTable
      query={query}
      label={label}
      columns={columns}
      rows={names}
      rowId={same}
      rowName={same}
      onOpen={(name) => open && (() => open(name))}
      actions={actions}
      empty={<EmptyState icon={rest.icon} title={rest.empty} hint={rest.emptyHint} />}
      count={names.length > 0 && rest.count}
    />
  )
}
