import { changeLdapPolicies, listLdapPolicies, type RouteResponse } from '@cooperage/contract'
import { IconLinkOff, IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { showError } from '../shared/feedback/messages.ts'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { AttachPoliciesModal, useDenied } from './index.ts'

type Attachment = RouteResponse<typeof listLdapPolicies>['attachments'][number]

const NONE: readonly Attachment[] = []
// Together, since a search may contain both.
const textsOf = ({ name, policy }: Attachment) => [`${name} ${policy}`]

/** The policies of users and groups of the directory. */
export function LdapPolicies() {
  const t = useTexts('identityProviders')
  const list = useApiQuery(listLdapPolicies, {}, { refetchOnMount: 'always' })
  const { changePolicies } = useDenied('', 'changePolicies')
  const { open, dialog } = useDialogs({ attach: (close) => <AttachPoliciesModal onClose={close} /> })
  const { mutate: change } = useChange(changeLdapPolicies, {
    changes: [listLdapPolicies],
    notice: t('ldap.detached'),
    onError: showError,
  })
  const isOff = list.data?.enabled === false
  const columns = useMemo<Column<Attachment>[]>(
    () => [
      {
        id: 'name',
        header: t('ldap.columns.name'),
        width: 'minmax(240px, 3fr)',
        name: ({ name }) => name,
      },
      {
        id: 'kind',
        header: t('ldap.columns.kind'),
        width: '110px',
        isNamedOnPhone: true,
        text: ({ kind }) => t(`ldap.kinds.${kind}`),
      },
      {
        id: 'policy',
        header: t('ldap.columns.policy'),
        width: 'minmax(140px, 1fr)',
        isNamedOnPhone: true,
        name: ({ policy }) => policy,
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<Attachment>[]>(
    () => [
      {
        id: 'detach',
        label: t('ldap.detach'),
        icon: IconLinkOff,
        isDestructive: true,
        disabledReason: () => changePolicies,
        onSelect: ({ kind, name, policy }) => change({ body: { operation: 'detach', kind, name, policies: [policy] } }),
      },
    ],
    [t, changePolicies, change],
  )
  const add = (
    <ExplainedButton
      leftSection={<IconPlus size={16} />}
      disabledReason={changePolicies ?? (isOff ? t('ldap.off') : undefined)}
      onClick={() => open('attach')}
    >
      {t('ldap.attach')}
    </ExplainedButton>
  )
  return (
    <>
      <ResourceList
        query={list}
        label={t('tabs.policies')}
        columns={columns}
        rows={list.data?.attachments ?? NONE}
        rowId={({ kind, name, policy }) => JSON.stringify([kind, name, policy])}
        rowName={({ name, policy }) => `${name} ${policy}`}
        actions={actions}
        search={{ label: t('ldap.search'), texts: textsOf }}
        add={add}
        empty={{
          icon: IconUsersGroup,
          title: t(isOff ? 'ldap.off' : 'ldap.empty'),
          hint: t(isOff ? 'ldap.offHint' : 'ldap.emptyHint'),
        }}
        count={(count) => t('ldap.count', { count })}
      />
      {dialog}
    </>
  )
}
