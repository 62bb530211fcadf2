import {
  type IdentityProvider,
  listIdentityProviders,
  type ProviderType,
  updateIdentityProvider,
} from '@cooperage/contract'
import { IconId, IconPencil, IconPlayerPause, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiMutation, useApiQuery } from '../shared/api/use-api.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { showError, showNotice } from '../shared/feedback/messages.ts'
import { Toolbar } from '../shared/ListPage.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { QueryTable } from '../shared/table/QueryTable.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { DeleteProviderDialog, ProviderModal } from './index.ts'
import { addressOf, isFromEnvironment, providerValue, titleOf } from './provider-text.ts'
import { useRefreshProviders } from './use-refresh-providers.ts'

type Dialog = { kind: 'add' } | { kind: 'edit' | 'delete'; provider: IdentityProvider }

/** The configurations of one type, with what can be done with each. */
export function ProviderList({ type }: { type: ProviderType }) {
  const { t } = useTranslation('identityProviders')
  const list = useApiQuery(listIdentityProviders, {}, { refetchOnMount: 'always' })
  const refresh = useRefreshProviders()
  const [dialog, setDialog] = useState<Dialog>()
  const { mutate: update } = useApiMutation(updateIdentityProvider, {
    onSuccess: async () => {
      await refresh()
      showNotice(t('saved'))
    },
    onError: showError,
  })
  const rows = useMemo(
    () => (list.data?.providers ?? []).filter((provider) => provider.type === type),
    [list.data, type],
  )
  const columns = useMemo<Column<IdentityProvider>[]>(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        width: 'minmax(160px, 1fr)',
        compare: (a, b) => (titleOf(a) < titleOf(b) ? -1 : 1),
        cell: (provider) => <ObjectName name={titleOf(provider)} />,
      },
      {
        id: 'address',
        header: t('columns.address'),
        width: 'minmax(200px, 2fr)',
        isNamedOnPhone: true,
        cell: (provider) => <ObjectName name={addressOf(provider)} />,
      },
      {
        id: 'policies',
        header: t('columns.policies'),
        width: 'minmax(160px, 1fr)',
        isNamedOnPhone: true,
        cell: (provider) =>
          type === 'ldap'
            ? t('policies.attached')
            : providerValue(provider, 'role_policy') ||
              t('policies.claim', { claim: providerValue(provider, 'claim_name') || 'policy' }),
      },
      {
        id: 'status',
        header: t('columns.status'),
        width: '110px',
        isNamedOnPhone: true,
        cell: ({ enabled }) => t(enabled ? 'enabled' : 'disabled'),
      },
    ],
    [t, type],
  )
  const actions = useMemo<RowAction<IdentityProvider>[]>(() => {
    const environment = (provider: IdentityProvider) => (isFromEnvironment(provider) ? t('fromEnvironment') : undefined)
    return [
      {
        id: 'edit',
        label: t('edit.action'),
        icon: IconPencil,
        disabledReason: environment,
        onSelect: (provider) => setDialog({ kind: 'edit', provider }),
      },
      {
        id: 'enable',
        label: t('enable'),
        icon: IconPlayerPlay,
        disabledReason: (provider) => environment(provider) ?? (provider.enabled ? t('isEnabled') : undefined),
        onSelect: ({ name }) => update({ params: { type, name }, body: { values: [], enabled: true } }),
      },
      {
        id: 'disable',
        label: t('disable'),
        icon: IconPlayerPause,
        disabledReason: (provider) => environment(provider) ?? (provider.enabled ? undefined : t('isDisabled')),
        onSelect: ({ name }) => update({ params: { type, name }, body: { values: [], enabled: false } }),
      },
      {
        id: 'delete',
        label: t('delete.action'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: environment,
        onSelect: (provider) => setDialog({ kind: 'delete', provider }),
      },
    ]
  }, [t, type, update])
  // A storage server has one directory.
  const hasDirectory = type === 'ldap' && rows.length > 0
  const close = () => setDialog(undefined)
  return (
    <>
      <Toolbar>
        <RefreshButton isBusy={list.isFetching} onClick={() => void list.refetch()} />
        <ExplainedButton
          leftSection={<IconPlus size={16} />}
          disabledReason={hasDirectory ? t('oneDirectory') : undefined}
          onClick={() => setDialog({ kind: 'add' })}
        >
          {t(`add.${type}`)}
        </ExplainedButton>
      </Toolbar>
      <QueryTable
        query={list}
        label={t(`list.${type}`)}
        columns={columns}
        rows={rows}
        rowId={({ name }) => name}
        rowName={(provider) => plainName(titleOf(provider))}
        actions={actions}
        empty={<EmptyState icon={IconId} title={t(`empty.${type}`)} hint={t(`emptyHint.${type}`)} />}
        count={t('count', { count: rows.length })}
      />
      {dialog?.kind === 'add' && <ProviderModal type={type} names={rows.map(({ name }) => name)} onClose={close} />}
      {dialog?.kind === 'edit' && <ProviderModal type={type} names={[]} provider={dialog.provider} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteProviderDialog provider={dialog.provider} onClose={close} />}
    </>
  )
}
