import '../messages/en/garage.ts'
import { deleteGarageKey, type GarageKey, getGarageBucket, getGarageKey, listGarageKeys } from '@cooperage/contract'
import { IconKey, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { DeletionDialog } from '../shared/DeletionDialog.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { CreateGarageKeyModal, EditGarageKeyModal } from './GarageKeyModals.tsx'
import { useDenied } from './index.ts'
import { endOf, KeyExpiry } from './KeyExpiry.tsx'

const NONE: readonly GarageKey[] = []
const keyOf = ({ accessKey }: GarageKey) => accessKey
const nameOf = ({ name, accessKey }: GarageKey) => name || accessKey
const textsOf = ({ name, accessKey }: GarageKey) => [name, accessKey]

/** The access keys of a Garage cluster. */
export function GarageKeys() {
  const t = useTexts('garage')
  usePageTitle(t('keys.title'))
  const list = useApiQuery(listGarageKeys, {})
  const denied = useDenied('', 'createGarageKey', 'readGarageKey', 'deleteGarageKey')
  const { open, dialog } = useDialogs({
    create: (close) => <CreateGarageKeyModal onClose={close} />,
    edit: (close, accessKey: string) => <EditGarageKeyModal accessKey={accessKey} onClose={close} />,
    delete: (close, key: GarageKey) => (
      <DeletionDialog
        route={deleteGarageKey}
        input={{ params: { accessKey: key.accessKey } }}
        title={t('keys.deleteTitle', { name: plainName(nameOf(key)) })}
        changes={[listGarageKeys, getGarageBucket]}
        deletes={[getGarageKey]}
        goneCodes={['NoSuchServiceAccount']}
        notice={t('keys.deleted', { name: plainName(nameOf(key)) })}
        onClose={close}
      >
        {t('keys.deleteText', { accessKey: key.accessKey })}
      </DeletionDialog>
    ),
  })
  const columns = useMemo<Column<GarageKey>[]>(
    () => [
      { id: 'name', header: t('keys.columns.name'), width: 'minmax(160px, 1fr)', name: nameOf },
      {
        id: 'accessKey',
        header: t('keys.columns.accessKey'),
        width: 'minmax(220px, 1fr)',
        onPhone: 'shortened',
        text: keyOf,
      },
      {
        id: 'expiry',
        header: t('keys.columns.expiry'),
        width: '250px',
        isNamedOnPhone: true,
        onPhone: 'ownLine',
        compare: (a, b) => endOf(a) - endOf(b),
        cell: ({ expiry }) => <KeyExpiry expiry={expiry} />,
      },
    ],
    [t],
  )
  const { createGarageKey, readGarageKey, deleteGarageKey: noDeletion } = denied
  const actions = useMemo<RowAction<GarageKey>[]>(
    () => [
      {
        id: 'edit',
        label: t('keys.edit'),
        icon: IconPencil,
        disabledReason: () => readGarageKey,
        onSelect: ({ accessKey }) => open('edit', accessKey),
      },
      {
        id: 'delete',
        label: t('keys.delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => noDeletion,
        onSelect: (key) => open('delete', key),
      },
    ],
    [t, open, readGarageKey, noDeletion],
  )
  return (
    <ListPage>
      <PageHeader title={t('keys.title')} below={t('keys.purpose')} />
      <ResourceList
        query={list}
        label={t('keys.title')}
        columns={columns}
        rows={list.data ?? NONE}
        rowId={keyOf}
        rowName={nameOf}
        actions={actions}
        search={{ label: t('keys.search'), texts: textsOf }}
        add={
          <ExplainedButton
            leftSection={<IconPlus size={16} />}
            disabledReason={createGarageKey}
            onClick={() => open('create')}
          >
            {t('keys.create')}
          </ExplainedButton>
        }
        empty={{ icon: IconKey, title: t('keys.empty'), hint: t('keys.emptyHint') }}
        count={(count) => t('keys.count', { count, number: formatCount(count) })}
      />
      {dialog}
    </ListPage>
  )
}
