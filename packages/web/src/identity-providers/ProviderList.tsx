import {
  type IdentityProvider,
  listIdentityProviders,
  type ProviderType,
  updateIdentityProvider,
} from '@cooperage/contract'
import { IconId, IconPencil, IconPlayerPause, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { showError } from '../shared/feedback/messages.ts'
import { StateMark } from '../shared/StateMark.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { DeleteProviderDialog, ProviderModal } from './index.ts'
import { addressOf, CHANGED, isFromEnvironment, providerValue, titleOf } from './provider-text.ts'

/** The configurations of one type, with what can be done with each. */
export function ProviderList({ type }: { type: ProviderType }) {
  const t = useTexts('identityProviders')
  const list = useApiQuery(listIdentityProviders, {}, { refetchOnMount: 'always' })
  const { mutate: update } = useChange(updateIdentityProvider, {
    changes: CHANGED,
    notice: t('saved'),
    onError: showError,
  })
  const rows = useMemo(
    () => (list.data?.providers ?? []).filter((provider) => provider.type === type),
    [list.data, type],
  )
  const { open, dialog } = useDialogs({
    add: (close) => <ProviderModal type={type} names={rows.map(({ name }) => name)} onClose={close} />,
    edit: (close, provider: IdentityProvider) => (
      <ProviderModal type={type} names={[]} provider={provider} onClose={close} />
    ),
    delete: (close, provider: IdentityProvider) => <DeleteProviderDialog provider={provider} onClose={close} />,
  })
  const columns = useMemo<Column<IdentityProvider>[]>(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        width: 'minmax(160px, 1fr)',
        name: titleOf,
      },
      {
        id: 'address',
        header: t('columns.address'),
        width: 'minmax(200px, 2fr)',
        isNamedOnPhone: true,
        name: addressOf,
      },
      {
        id: 'policies',
        header: t('columns.policies'),
        width: 'minmax(160px, 1fr)',
        isNamedOnPhone: true,
        text: (provider) =>
          type === 'ldap'
            ? t('policies.attached')
            : providerValue(provider, 'role_policy') ||
              t('policies.claim', { claim: providerValue(provider, 'claim_name') || 'policy' }),
      },
      {
        id: 'status',
        header: t('columns.status'),
        width: '130px',
        isNamedOnPhone: true,
        text: ({ enabled }) => t(enabled ? 'enabled' : 'disabled'),
        cell: ({ enabled }) => (
          <StateMark tone={enabled ? 'good' : 'muted'} text={t(enabled ? 'enabled' : 'disabled')} />
        ),
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
        onSelect: (provider) => open('edit', provider),
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
        onSelect: (provider) => open('delete', provider),
      },
    ]
  }, [t, type, update, open])
  // A storage server has one directory.
  const hasDirectory = type === 'ldap' && rows.length > 0
  const add = (
    <ExplainedButton
      leftSection={<IconPlus size={16} />}
      disabledReason={hasDirectory ? t('oneDirectory') : undefined}
      onClick={() => open('add')}
    >
      {t(`add.${type}`)}
    </ExplainedButton>
  )
  return (
    <>
      <ResourceList
        id="identity-providers"
        query={list}
        label={t(`list.${type}`)}
        columns={columns}
        rows={rows}
        rowId={({ name }) => name}
        rowName={(provider) => plainName(titleOf(provider))}
        actions={actions}
        add={add}
        empty={{ icon: IconId, title: t(`empty.${type}`), hint: t(`emptyHint.${type}`) }}
        count={(count) => t('count', { count })}
      />
      {dialog}
    </>
  )
}
