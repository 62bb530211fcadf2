import '../messages/en/groups.ts'
import { listGroups, summarizeGroups } from '@cooperage/contract'
import {
  IconEye,
  IconPlus,
  IconShieldLock,
  IconShieldSearch,
  IconTrash,
  IconUserPlus,
  IconUsersGroup,
  IconUsersPlus,
} from '@tabler/icons-react'
import { useMemo } from 'react'
import { LdapNote } from '../identity-providers/index.ts'
import { useTexts } from '../messages/use-texts.ts'
import { useNavigation } from '../navigation/navigation.ts'
import { groupPath } from '../navigation/paths/groups.ts'
import { GrantAccessDialog, SetPoliciesModal, useGrantDenied } from '../policies/index.ts'
import { useApiQuery, useInvalidate } from '../shared/api/use-api.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import type { RowAction } from '../shared/table/columns.tsx'
import { placedButton, ResourceList } from '../shared/table/ResourceList.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { CreateGroupModal, DeleteGroupDialog, SetGroupsOfMembersModal, useDenials } from './index.ts'
import { useGroupColumns } from './use-group-columns.tsx'

const NONE: readonly string[] = []
const same = (name: string) => name

const textsOf = (name: string) => [name]

/** The groups of built-in users (spec identity-and-settings 2). */
export function GroupsPage() {
  const t = useTexts(['groups', 'shared'])
  usePageTitle(t('title'))
  const { push } = useNavigation()
  const list = useApiQuery(listGroups, {})
  const invalidate = useInvalidate()
  const isLdap = list.data?.source === 'ldap'
  const denied = useDenials()
  const grantDenied = useGrantDenied() ?? undefined
  const { open, dialog } = useDialogs({
    create: (close) => <CreateGroupModal onClose={close} />,
    groups: (close, name: string) => <SetGroupsOfMembersModal group={name} onClose={close} />,
    policies: (close, name: string) => <SetPoliciesModal principals={[{ kind: 'group', name }]} onClose={close} />,
    grant: (close, name: string) => <GrantAccessDialog bucket="" owner={{ kind: 'group', name }} onClose={close} />,
    delete: (close, name: string) => <DeleteGroupDialog name={name} onClose={close} />,
  })
  const ofLdap = isLdap ? t('ldap.reason') : undefined
  const canOpen = (ofLdap ?? denied.getGroup) === undefined
  const columns = useGroupColumns(canOpen)
  const actions = useMemo<RowAction<string>[]>(
    () => [
      {
        id: 'view',
        label: t('actions.view'),
        icon: IconEye,
        disabledReason: () => ofLdap ?? denied.getGroup,
        to: (name) => groupPath(name),
      },
      {
        id: 'groups',
        label: t('actions.groups'),
        icon: IconUsersPlus,
        disabledReason: () => ofLdap ?? denied.getGroup ?? denied.updateMembers,
        onSelect: (name) => open('groups', name),
      },
      {
        id: 'policies',
        label: t('actions.policies'),
        icon: IconShieldLock,
        disabledReason: () => ofLdap ?? denied.getGroup ?? denied.attachPolicy,
        onSelect: (name) => open('policies', name),
      },
      {
        id: 'grant',
        label: t('actions.grant'),
        icon: IconUserPlus,
        isInMenu: true,
        disabledReason: () => ofLdap ?? denied.getGroup ?? grantDenied,
        onSelect: (name) => open('grant', name),
      },
      {
        id: 'permissions',
        label: t('actions.permissions'),
        icon: IconShieldSearch,
        disabledReason: () => ofLdap ?? denied.getGroup,
        to: (name) => groupPath(name, 'permissions'),
      },
      {
        id: 'delete',
        label: t('actions.delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => ofLdap ?? denied.updateMembers,
        onSelect: (name) => open('delete', name),
      },
    ],
    [t, open, ofLdap, denied.getGroup, denied.attachPolicy, denied.updateMembers, grantDenied],
  )
  const add = placedButton(
    list,
    list.data?.groups ?? NONE,
    <ExplainedButton
      leftSection={<IconPlus size={16} />}
      disabledReason={ofLdap ?? denied.updateMembers}
      onClick={() => open('create')}
    >
      {t('create')}
    </ExplainedButton>,
  )
  return (
    <ListPage>
      <PageHeader
        title={t('title')}
        below={isLdap ? <LdapNote note={t('ldap.note')} link={t('ldap.link')} /> : t('purpose')}
      >
        {add.usual}
      </PageHeader>
      <ResourceList
        query={list}
        id="groups"
        label={t('title')}
        // For groups of LDAP, servers have only the policies.
        columns={isLdap ? columns.slice(0, 1) : columns}
        rows={list.data?.groups ?? NONE}
        rowId={same}
        rowName={same}
        onOpen={(name) => (canOpen ? () => push(groupPath(name)) : undefined)}
        actions={actions}
        search={{ label: t('search'), texts: textsOf, isCaseSensitive: true }}
        onRefresh={() => void invalidate(listGroups, summarizeGroups)}
        empty={{
          icon: IconUsersGroup,
          title: t('noGroups'),
          hint: t(isLdap ? 'ldap.emptyHint' : 'emptyHint'),
          action: add.whenEmpty,
        }}
        count={(count) => t('count', { count, number: formatCount(count) })}
      />
      {dialog}
    </ListPage>
  )
}
