import '../../messages/en/principals.ts'
import { type BucketPrincipals as Found, listBucketPrincipals, type PrincipalFilter } from '@cooperage/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { IconFolder, IconInfoCircle, IconUsers } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { type Translate, useTexts } from '../../messages/use-texts.ts'
import { useNavigation } from '../../navigation/navigation.ts'
import { principalsPath } from '../../navigation/paths/buckets.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { CsvButton } from '../../shared/CsvButton.tsx'
import layout from '../../shared/layout.module.css'
import type { Column, RowAction } from '../../shared/table/columns.tsx'
import { ResourceList } from '../../shared/table/ResourceList.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { AccessMark } from './AccessMark.tsx'
import { PrincipalDetails } from './PrincipalDetails.tsx'
import { PrincipalNotices } from './PrincipalNotices.tsx'
import { folderOf, KINDS, type PrincipalRow, principalRows, type RowTexts } from './principal-rows.ts'
import classes from './principals.module.css'
import { principalsTable } from './principals-table.ts'

const NONE: readonly PrincipalRow[] = []
const FILTERS: readonly PrincipalFilter[] = ['any', ...KINDS, 'none', 'all']
const RANK = { always: 0, sometimes: 1, unknown: 2, no: 3 }
const idOf = ({ id }: PrincipalRow) => id
const nameOf = ({ name }: PrincipalRow) => name
const textsOf = ({ name }: PrincipalRow) => [name]

/** Who can do what in a bucket or folder. A row opens the statements that decide it. */
export function BucketPrincipals({ bucket, prefix }: { bucket: string; prefix: string }) {
  const t = useTexts('principals')
  const [filter, setFilter] = useState<PrincipalFilter>('any')
  const query = useApiQuery(listBucketPrincipals, { params: { bucket }, query: { prefix, filter } })
  const { data } = query
  const rows = useMemo(() => (data ? principalRows(data, rowTexts(t)) : NONE), [data, t])
  const place = prefix === '' ? bucket : `${bucket}/${prefix}`
  const { open, dialog } = useDialogs({
    details: (close, { row, data }: { row: PrincipalRow; data: Found }) => (
      <PrincipalDetails row={row} data={data} bucket={bucket} place={place} onClose={close} />
    ),
  })
  const columns = usePrincipalColumns()
  const show = useMemo(
    () => (row: PrincipalRow) => {
      if (data) open('details', { row, data })
    },
    [data, open],
  )
  const actions = useMemo<RowAction<PrincipalRow>[]>(
    () => [{ id: 'details', label: t('open'), icon: IconInfoCircle, onSelect: show }],
    [t, show],
  )
  const [shown, setShown] = useState('')
  const file = () => {
    if (data === undefined) return undefined
    const wanted = shown.toLowerCase()
    const listed = rows.filter(({ name }) => name.toLowerCase().includes(wanted))
    return [t('csvFile', { place: place.replaceAll('/', ' ').trim() }), ...principalsTable(listed, data, t)] as const
  }

  return (
    <>
      <ResourceList
        id="bucket-principals"
        query={query}
        label={prefix === '' ? t('label') : t('ofFolder', { folder: plainName(prefix) })}
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowName={nameOf}
        onOpen={(row) => () => show(row)}
        actions={actions}
        search={{ label: t('search'), texts: textsOf, onChange: setShown }}
        filters={
          <>
            <NativeSelect
              className={layout.filter ?? ''}
              aria-label={t('filter')}
              value={filter}
              onChange={(event) => setFilter(event.currentTarget.value as PrincipalFilter)}
            >
              {FILTERS.map((one) => (
                <option key={one} value={one}>
                  {t(`filters.${one}`)}
                </option>
              ))}
            </NativeSelect>
            <FolderField key={prefix} bucket={bucket} prefix={prefix} />
          </>
        }
        buttons={
          <CsvButton iconSize={16} disabledReason={rows.length === 0 ? t('emptyHint') : undefined} file={file}>
            {t('csv')}
          </CsvButton>
        }
        above={data && <PrincipalNotices data={data} />}
        empty={{ icon: IconUsers, title: t(`empty.${filter}`), hint: t('emptyHint') }}
        count={(count) => t('count', { number: formatCount(count) })}
      />
      {dialog}
    </>
  )
}

/** Narrows the page to a folder, which the address then has. */
function FolderField({ bucket, prefix }: { bucket: string; prefix: string }) {
  const t = useTexts('principals')
  const { replace } = useNavigation()
  const [typed, setTyped] = useState(prefix)
  const apply = () => {
    const folder = folderOf(typed)
    if (folder === prefix) setTyped(prefix)
    else replace(principalsPath(bucket, folder))
  }
  return (
    <TextInput
      className={classes.folder}
      aria-label={t('folder')}
      placeholder={t('folderPlaceholder')}
      title={t('folderHint')}
      maxLength={1024}
      leftSection={<IconFolder size={16} aria-hidden="true" />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) apply()
      }}
    />
  )
}

function usePrincipalColumns(): Column<PrincipalRow>[] {
  const t = useTexts('principals')
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        width: 'minmax(130px, 2fr)',
        name: nameOf,
        cell: (row) => (
          <>
            <ObjectName name={row.name} /> <span className={classes.type}>{row.type}</span>{' '}
            {row.principal.disabled !== '' && <span className={classes.disabled}>{t('disabled')}</span>}
          </>
        ),
      },
      {
        id: 'type',
        header: t('columns.type'),
        width: '88px',
        onPhone: 'hidden',
        text: ({ type }) => type,
      },
      ...KINDS.map(
        (kind): Column<PrincipalRow> => ({
          id: kind,
          header: t(`kinds.${kind}`),
          width: '82px',
          onPhone: 'ownLine',
          compare: (a, b) => RANK[a.access[kind]] - RANK[b.access[kind]],
          cell: (row) => <AccessMark kind={kind} access={row.access[kind]} limits={row.outcome[kind].limits} />,
        }),
      ),
      {
        id: 'through',
        header: t('columns.through'),
        width: 'minmax(88px, 1fr)',
        onPhone: 'hidden',
        text: ({ through }) => through,
        cell: ({ through }) => <bdi title={through}>{through}</bdi>,
      },
    ],
    [t],
  )
}

function rowTexts(t: Translate<'principals'>): RowTexts {
  return {
    names: { root: t('names.root'), anonymous: t('names.anonymous') },
    types: { user: t('types.user'), group: t('types.group') },
    way: ({ kind, policy, group }) => {
      if (kind === 'bucket') return t('through.bucket')
      const name = policy === '' ? t('through.combined') : plainName(policy)
      return group === '' ? name : t('through.group', { policy: name, group: plainName(group) })
    },
  }
}
