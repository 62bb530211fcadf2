import { listTiers, type TierPlace, tierPlace } from '@cooperage/contract'
import { IconInfoCircle, IconPencil, IconPlus, IconStack2, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigation } from '../navigation/navigation.ts'
import { addTierPath } from '../navigation/paths/tiers.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { Toolbar } from '../shared/ListPage.tsx'
import { NoMatch } from '../shared/NoMatch.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { QueryTable } from '../shared/table/QueryTable.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { CredentialsModal, DetailsModal, RemoveTierDialog, useDenied } from './index.ts'
import { isProvider } from './providers.ts'

export interface TierRow extends TierPlace {
  type: string
}

const BLANK: TierPlace = { name: '', endpoint: '', bucket: '', prefix: '', region: '' }
const PLACE_COLUMNS = ['endpoint', 'bucket', 'prefix', 'region'] as const
const WIDTHS = {
  endpoint: 'minmax(180px, 2fr)',
  bucket: 'minmax(110px, 1fr)',
  prefix: 'minmax(110px, 1fr)',
  region: '120px',
}

/** All tiers, with what can be done with each. */
export function TierList() {
  const { t } = useTranslation('tiers')
  const { push } = useNavigation()
  const list = useApiQuery(listTiers, {}, { refetchOnMount: 'always' })
  const { changeTiers } = useDenied('', 'changeTiers')
  const [search, setSearch] = useState('')
  const [dialog, setDialog] = useState<{ kind: 'credentials' | 'details' | 'remove'; tier: TierRow }>()
  const all = useMemo<TierRow[]>(
    () => (list.data?.items ?? []).map((tier) => ({ ...BLANK, ...tierPlace(tier), type: tier.type })),
    [list.data],
  )
  const rows = useMemo(() => {
    const wanted = search.toLowerCase()
    return all.filter((tier) => Object.values(tier).some((text) => text.toLowerCase().includes(wanted)))
  }, [all, search])
  const columns = useMemo<Column<TierRow>[]>(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        width: 'minmax(130px, 1fr)',
        compare: (a, b) => (a.name < b.name ? -1 : 1),
        cell: ({ name }) => <ObjectName name={name} />,
      },
      {
        id: 'type',
        header: t('columns.type'),
        width: '90px',
        isNamedOnPhone: true,
        compare: (a, b) => (a.type < b.type ? -1 : 1),
        cell: ({ type }) => (isProvider(type) ? t(`providers.${type}`) : type),
      },
      ...PLACE_COLUMNS.map((id) => ({
        id,
        header: t(`columns.${id}`),
        width: WIDTHS[id],
        isNamedOnPhone: true,
        compare: (a: TierRow, b: TierRow) => (a[id] < b[id] ? -1 : 1),
        cell: (tier: TierRow) => <ObjectName name={tier[id]} />,
      })),
    ],
    [t],
  )
  const actions = useMemo<RowAction<TierRow>[]>(
    () => [
      {
        id: 'edit',
        label: t('credentials.action'),
        icon: IconPencil,
        disabledReason: () => changeTiers,
        onSelect: (tier) => setDialog({ kind: 'credentials', tier }),
      },
      {
        id: 'details',
        label: t('details.action'),
        icon: IconInfoCircle,
        onSelect: (tier) => setDialog({ kind: 'details', tier }),
      },
      {
        id: 'remove',
        label: t('remove.action'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => changeTiers,
        onSelect: (tier) => setDialog({ kind: 'remove', tier }),
      },
    ],
    [t, changeTiers],
  )
  const close = () => setDialog(undefined)
  return (
    <>
      <Toolbar>
        <SearchBox label={t('search')} value={search} onChange={setSearch} />
        <RefreshButton isBusy={list.isFetching} onClick={() => void list.refetch()} />
        <ExplainedButton
          leftSection={<IconPlus size={16} />}
          disabledReason={changeTiers}
          onClick={() => push(addTierPath())}
        >
          {t('add')}
        </ExplainedButton>
      </Toolbar>
      <QueryTable
        query={list}
        label={t('list')}
        columns={columns}
        rows={rows}
        rowId={({ type, name }) => `${type}/${name}`}
        rowName={({ name }) => name}
        onOpen={(tier) => () => setDialog({ kind: 'details', tier })}
        actions={actions}
        empty={
          all.length > 0 ? (
            <NoMatch search={search} />
          ) : (
            <EmptyState icon={IconStack2} title={t('empty')} hint={t('emptyHint')} />
          )
        }
        count={t('count', { count: rows.length })}
      />

      {dialog?.kind === 'credentials' && <CredentialsModal tier={dialog.tier} onClose={close} />}
      {dialog?.kind === 'details' && <DetailsModal tier={dialog.tier} onClose={close} />}
      {dialog?.kind === 'remove' && <RemoveTierDialog name={dialog.tier.name} onClose={close} />}
    </>
  )
}
