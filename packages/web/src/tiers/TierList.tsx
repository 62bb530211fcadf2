import { listTiers, type TierPlace, tierPlace } from '@cooperage/contract'
import { IconInfoCircle, IconPencil, IconPlus, IconStack2, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useNavigation } from '../navigation/navigation.ts'
import { addTierPath } from '../navigation/paths/tiers.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
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
const textsOf = (tier: TierRow) => Object.values(tier)

/** All tiers, with what can be done with each. */
export function TierList() {
  const t = useTexts('tiers')
  const { push } = useNavigation()
  const list = useApiQuery(listTiers, {}, { refetchOnMount: 'always' })
  const { changeTiers } = useDenied('', 'changeTiers')
  const { open, dialog } = useDialogs({
    credentials: (close, tier: TierRow) => <CredentialsModal tier={tier} onClose={close} />,
    details: (close, tier: TierRow) => <DetailsModal tier={tier} onClose={close} />,
    remove: (close, { name }: TierRow) => <RemoveTierDialog name={name} onClose={close} />,
  })
  const rows = useMemo<TierRow[]>(
    () => (list.data?.items ?? []).map((tier) => ({ ...BLANK, ...tierPlace(tier), type: tier.type })),
    [list.data],
  )
  const columns = useMemo<Column<TierRow>[]>(
    () => [
      { id: 'name', header: t('columns.name'), width: 'minmax(130px, 1fr)', name: ({ name }) => name },
      {
        id: 'type',
        header: t('columns.type'),
        width: '90px',
        isNamedOnPhone: true,
        text: ({ type }) => (isProvider(type) ? t(`providers.${type}`) : type),
      },
      ...PLACE_COLUMNS.map((id) => ({
        id,
        header: t(`columns.${id}`),
        width: WIDTHS[id],
        isNamedOnPhone: true,
        name: (tier: TierRow) => tier[id],
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
        onSelect: (tier) => open('credentials', tier),
      },
      {
        id: 'details',
        label: t('details.action'),
        icon: IconInfoCircle,
        onSelect: (tier) => open('details', tier),
      },
      {
        id: 'remove',
        label: t('remove.action'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => changeTiers,
        onSelect: (tier) => open('remove', tier),
      },
    ],
    [t, open, changeTiers],
  )
  const add = (
    <ExplainedButton
      leftSection={<IconPlus size={16} />}
      disabledReason={changeTiers}
      onClick={() => push(addTierPath())}
    >
      {t('add')}
    </ExplainedButton>
  )
  return (
    <>
      <ResourceList
        id="tiers"
        query={list}
        label={t('list')}
        columns={columns}
        rows={rows}
        rowId={({ type, name }) => `${type}/${name}`}
        rowName={({ name }) => name}
        onOpen={(tier) => () => open('details', tier)}
        actions={actions}
        search={{ label: t('search'), texts: textsOf }}
        add={add}
        empty={{ icon: IconStack2, title: t('empty'), hint: t('emptyHint') }}
        count={(count) => t('count', { count })}
      />
      {dialog}
    </>
  )
}
