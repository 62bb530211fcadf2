import { listAllKeys, type OwnedKey } from '@cooperage/contract'
import { IconClockX, IconKey } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../shared/api/use-api.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { Toolbar } from '../shared/ListPage.tsx'
import { NoMatch } from '../shared/NoMatch.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import { SelectionButton } from '../shared/SelectionButton.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { QueryTable } from '../shared/table/QueryTable.tsx'
import type { Selection } from '../shared/table/selection.ts'
import { compareNames } from '../shared/text/intl.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { RevokeDialog, useDenied } from './index.ts'
import { OwnerLink } from './OwnerLink.tsx'
import type { KeyOwner } from './RevokeDialog.tsx'

const NONE: readonly OwnedKey[] = []
const NOTHING: Selection = new Set()
const keyOf = ({ accessKey }: OwnedKey) => accessKey

/** The temporary credentials of all users: sessions of this console, and of programs that use STS. */
export function TemporaryKeys() {
  const { t } = useTranslation('accessKeys')
  const list = useApiQuery(listAllKeys, { query: { kind: 'temporary' } })
  const all = list.data ?? NONE
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState(NOTHING)
  const [revoking, setRevoking] = useState<readonly KeyOwner[]>()
  const { deleteKey } = useDenied('', 'deleteKey')
  const rows = useMemo(() => {
    const wanted = search.toLowerCase()
    return all.filter(({ accessKey, ownerName }) =>
      [accessKey, ownerName].some((text) => text.toLowerCase().includes(wanted)),
    )
  }, [all, search])
  const owners = useMemo(
    () => [...new Map(rows.flatMap((key) => (selected.has(key.accessKey) ? [[key.owner, key]] : []))).values()],
    [rows, selected],
  )
  const columns = useMemo<Column<OwnedKey>[]>(
    () => [
      {
        id: 'accessKey',
        header: t('columns.accessKey'),
        width: 'minmax(180px, 1fr)',
        compare: (a, b) => (a.accessKey < b.accessKey ? -1 : 1),
        cell: ({ accessKey }) => <ObjectName name={accessKey} />,
      },
      {
        id: 'owner',
        header: t('columns.owner'),
        width: 'minmax(140px, 1fr)',
        onPhone: 'shortened',
        compare: (a, b) => compareNames(a.ownerName, b.ownerName),
        cell: (key) => <OwnerLink {...key} />,
      },
      {
        id: 'source',
        header: t('columns.source'),
        width: '150px',
        // The account and the end of the credentials need the line.
        onPhone: 'hidden',
        compare: (a, b) => (a.source < b.source ? -1 : 1),
        cell: ({ source }) => t(`sources.${source}`),
      },
      {
        id: 'expiry',
        header: t('columns.expiry'),
        width: '220px',
        isNamedOnPhone: true,
        compare: (a, b) => Date.parse(a.expiry) - Date.parse(b.expiry),
        cell: ({ expiry }) => <Timestamp iso={expiry} />,
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<OwnedKey>[]>(
    () => [
      {
        id: 'revoke',
        label: t('revoke.action'),
        icon: IconClockX,
        isDestructive: true,
        disabledReason: () => deleteKey,
        onSelect: (key) => setRevoking([key]),
      },
    ],
    [t, deleteKey],
  )
  const empty = <EmptyState icon={IconKey} title={t('temporary.empty')} hint={t('temporary.emptyHint')} />
  return (
    <>
      <Toolbar>
        <SearchBox
          label={t('temporary.search')}
          value={search}
          onChange={(value) => {
            setSelected(NOTHING)
            setSearch(value)
          }}
        />
        <RefreshButton isBusy={list.isFetching} onClick={() => void list.refetch()} />
        <SelectionButton
          hasSelection={owners.length > 0}
          leftSection={<IconClockX size={16} />}
          disabledReason={deleteKey ?? (owners.length === 0 ? t('noneSelected') : undefined)}
          onClick={() => setRevoking(owners)}
        >
          {t('revoke.submit')}
        </SelectionButton>
      </Toolbar>
      <QueryTable
        query={list}
        label={t('all.tabs.temporary')}
        columns={columns}
        rows={rows}
        rowId={keyOf}
        rowName={keyOf}
        actions={actions}
        selection={{ selected, onChange: setSelected }}
        empty={all.length > 0 ? <NoMatch search={search} /> : empty}
        count={t('temporary.count', { count: rows.length, number: formatCount(rows.length) })}
      />
      {revoking && (
        <RevokeDialog
          owners={revoking}
          onClose={() => {
            setRevoking(undefined)
            setSelected(NOTHING)
          }}
        />
      )}
    </>
  )
}
