import { IAM_KINDS, type IamKind } from '@cooperage/contract'
import { NativeSelect } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ListFooter, Toolbar } from '../shared/ListPage.tsx'
import layout from '../shared/layout.module.css'
import { SearchBox } from '../shared/SearchBox.tsx'
import type { Column } from '../shared/table/columns.tsx'
import { DataTable, type DataTableProps } from '../shared/table/DataTable.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import classes from './iam-backup.module.css'

interface Entry {
  kind: IamKind
  name: string
  /** Whether it affects the permissions of the session's account. */
  isOwn: boolean
}

interface EntryListProps<Row extends Entry> extends Pick<DataTableProps<Row>, 'label' | 'onOpen' | 'actions'> {
  entries: readonly Row[]
  /** The column of what happens to an entry, or has happened. */
  column: Column<Row>
  /** The filter by the same; the first choice is the default. */
  filter: {
    label: string
    choices: readonly { value: string; label: string; matches: (entry: Row) => boolean }[]
  }
  textOf: (entry: Row) => string
  /** Said if the default choice has no entries. */
  empty: { title: string; hint: string }
}

/** The entries of an archive, of a preview or a result. */
export function EntryList<Row extends Entry>(props: EntryListProps<Row>) {
  const { entries, column, filter, textOf, empty, ...table } = props
  const t = useTexts('iamBackup')
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState<IamKind | ''>('')
  const [first] = filter.choices
  const [value, setValue] = useState(first?.value)
  const choice = filter.choices.find((one) => one.value === value)
  const rows = useMemo(
    () =>
      entries.filter(
        (entry) => choice?.matches(entry) && (kind === '' || entry.kind === kind) && entry.name.includes(search),
      ),
    [entries, choice, kind, search],
  )
  const columns = useMemo<Column<Row>[]>(
    () => [
      {
        id: 'name',
        header: t('preview.columns.name'),
        width: 'minmax(200px, 1.2fr)',
        name: ({ name }) => name,
        cell: ({ name, isOwn }) => (
          <>
            <ObjectName name={name} />
            {isOwn && <span className={classes.you}>{t('you')}</span>}
          </>
        ),
      },
      {
        id: 'kind',
        header: t('preview.columns.kind'),
        width: '170px',
        text: ({ kind }) => t(`kinds.${kind}`),
      },
      column,
      {
        id: 'details',
        header: t('preview.columns.details'),
        width: 'minmax(200px, 2fr)',
        cell: (entry) => {
          const text = textOf(entry)
          return (
            <span className={`${layout.cut} ${layout.muted}`} title={text}>
              {text}
            </span>
          )
        },
      },
    ],
    [t, column, textOf],
  )
  const isNarrowed = choice !== first || kind !== '' || search !== ''
  return (
    <>
      <Toolbar>
        <SearchBox label={t('preview.search')} value={search} onChange={setSearch} />
        <div className={layout.buttons}>
          <NativeSelect
            aria-label={filter.label}
            value={value ?? ''}
            onChange={(event) => setValue(event.currentTarget.value)}
            data={filter.choices.map(({ value, label }) => ({ value, label }))}
          />
          <NativeSelect
            aria-label={t('preview.kind')}
            value={kind}
            onChange={(event) => setKind(IAM_KINDS.find((kind) => kind === event.currentTarget.value) ?? '')}
            data={[
              { value: '', label: t('preview.allKinds') },
              ...IAM_KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) })),
            ]}
          />
        </div>
      </Toolbar>
      <DataTable
        {...table}
        columns={columns}
        rows={rows}
        rowId={(entry) => `${entry.kind} ${entry.name}`}
        rowName={({ name }) => name}
        isLoading={false}
        instead={
          <EmptyState
            icon={IconChecks}
            {...(isNarrowed ? { title: t('preview.empty'), hint: t('preview.noneOfKind') } : empty)}
          />
        }
      />
      <ListFooter>{t('preview.count', { count: rows.length, number: formatCount(rows.length) })}</ListFooter>
    </>
  )
}
