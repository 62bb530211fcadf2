import '../messages/en/group-page.ts'
import '../messages/en/groups.ts'
import { type Group, getGroup } from '@cooperage/contract'
import { IconPencil, IconShieldLock, IconTrash, IconUserPlus, IconUsers, IconUsersPlus } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentPath, useCurrentTab, useNavigation } from '../navigation/navigation.ts'
import { groupPath, groupsPath, parseGroupPath } from '../navigation/paths/groups.ts'
import { policyPath } from '../navigation/paths/policies.ts'
import { userPath } from '../navigation/paths/users.ts'
import {
  EffectivePermissions,
  GrantAccessDialog,
  GrantedAccess,
  SetPoliciesModal,
  useGrantDenied,
} from '../policies/index.ts'
import { useSession } from '../session/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { FactList } from '../shared/FactList.tsx'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { LoadedSubject } from '../shared/LoadedSubject.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { NotFoundPage } from '../shared/NotFoundPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { StateMark } from '../shared/StateMark.tsx'
import { NameList } from '../shared/table/NameList.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { DeleteGroupDialog, EditGroupModal, SetGroupsOfMembersModal, useDenials } from './index.ts'

const TABS = ['members', 'policies', 'grants', 'permissions'] as const
type Tab = (typeof TABS)[number]
const MISSING = 'NoSuchGroup'

/** /groups/{groupName+}; the tab is in the query, since a name can contain slashes. */
export function GroupPage() {
  const name = parseGroupPath(useCurrentPath())
  const wanted = useCurrentTab() || 'members'
  const tab = TABS.find((one) => one === wanted)
  if (name === undefined || tab === undefined) return <NotFoundPage />
  // Another group is another page: no dialog of one stays open for the next.
  return <GroupFrame key={name} name={name} tab={tab} />
}

function GroupFrame({ name, tab }: { name: string; tab: Tab }) {
  const t = useTexts(['groupPage', 'groups'])
  const { push } = useNavigation()
  const query = useApiQuery(getGroup, { query: { name } })
  const denied = useDenials()
  const grantDenied = useGrantDenied()
  const pages = useSession()?.pages ?? []
  const { open, dialog } = useDialogs({
    edit: (close) => <EditGroupModal name={name} onClose={close} />,
    groups: (close) => <SetGroupsOfMembersModal group={name} onClose={close} />,
    policies: (close) => <SetPoliciesModal principals={[{ kind: 'group', name }]} onClose={close} />,
    grant: (close) => <GrantAccessDialog bucket="" owner={{ kind: 'group', name }} onClose={close} />,
    delete: (close) => <DeleteGroupDialog name={name} onClose={close} onDeleted={() => push(groupsPath())} />,
  })
  usePageTitle(name)
  const { data: group, error } = query
  const view = (page: string, pathOf: (name: string) => string) =>
    pages.some((one) => one.startsWith(page)) ? { label: t('groups:actions.view'), pathOf } : undefined
  const textsOf = (kind: 'members' | 'policies') => ({
    list: t(`tabs.${kind}`),
    column: t('groups:columns.name'),
    search: t(`${kind}.search`),
    count: (count: number) => t(`${kind}.count`, { count }),
  })

  const members = ({ members }: Group) => (
    <NameList
      texts={textsOf('members')}
      names={members}
      query={query}
      empty={{ icon: IconUsers, title: t('members.empty'), hint: t('members.emptyHint') }}
      buttons={
        <ExplainedButton
          variant="default"
          leftSection={<IconUsersPlus size={16} />}
          disabledReason={denied.updateMembers ?? (members.length === 0 ? t('groups:setGroups.noMembers') : undefined)}
          onClick={() => open('groups')}
        >
          {t('groups:actions.groups')}
        </ExplainedButton>
      }
      add={
        <ExplainedButton
          leftSection={<IconPencil size={16} />}
          // Its dialog also enables and disables the group.
          disabledReason={denied.enableGroup && denied.updateMembers}
          onClick={() => open('edit')}
        >
          {t('edit')}
        </ExplainedButton>
      }
      view={view('/users/:', userPath)}
    />
  )
  const policies = ({ policy, isPolicyKnown }: Group) => (
    <NameList
      texts={textsOf('policies')}
      names={policy === '' ? [] : policy.split(',').sort()}
      query={query}
      empty={
        isPolicyKnown
          ? { icon: IconShieldLock, title: t('policies.empty'), hint: t('policies.emptyHint') }
          : { icon: IconShieldLock, title: t('groups:policiesUnknown'), hint: t('policies.unknownHint') }
      }
      add={
        <ExplainedButton
          leftSection={<IconShieldLock size={16} />}
          disabledReason={denied.attachPolicy}
          onClick={() => open('policies')}
        >
          {t('groups:actions.policies')}
        </ExplainedButton>
      }
      view={view('/policies/:', policyPath)}
    />
  )
  return (
    <div className={layout.page}>
      <PageHeader
        title={<ObjectName name={name} />}
        crumbs={[
          { to: groupsPath(), label: t('groups:title') },
          { to: groupPath(name), label: <ObjectName name={name} /> },
        ]}
      >
        {group && error?.code !== MISSING && (
          <>
            <ExplainedButton
              variant="default"
              leftSection={<IconTrash size={16} />}
              disabledReason={denied.updateMembers}
              onClick={() => open('delete')}
            >
              {t('groups:deletion.action')}
            </ExplainedButton>
            {grantDenied !== null && (
              <ExplainedButton
                variant="default"
                leftSection={<IconUserPlus size={16} />}
                disabledReason={grantDenied}
                onClick={() => open('grant')}
              >
                {t('groups:actions.grant')}
              </ExplainedButton>
            )}
          </>
        )}
      </PageHeader>
      <LoadedSubject
        query={query}
        missing={{
          code: MISSING,
          icon: IconUsers,
          title: t('missing.title'),
          back: { label: t('missing.back'), to: groupsPath() },
        }}
      >
        {(loaded) => (
          <>
            <GroupFacts group={loaded} />
            <LinkTabs
              label={t('tabs.label')}
              current={tab}
              tabs={TABS.map((id) => ({ id, label: t(`tabs.${id}`), to: groupPath(name, id === 'members' ? '' : id) }))}
            />
            <Suspense fallback={<Loading />}>
              {tab === 'members' && members(loaded)}
              {tab === 'policies' && policies(loaded)}
              {tab === 'grants' && <GrantedAccess owner={{ kind: 'group', name }} />}
              {tab === 'permissions' && <EffectivePermissions subject={{ kind: 'group', name }} />}
            </Suspense>
          </>
        )}
      </LoadedSubject>
      {dialog}
    </div>
  )
}

function GroupFacts({ group: { status, members, policy, isPolicyKnown, updatedAt } }: { group: Group }) {
  const t = useTexts(['groupPage', 'groups'])
  const count = policy === '' ? 0 : policy.split(',').length
  const facts: [label: string, value: ReactNode][] = [
    [
      t('groups:columns.status'),
      <StateMark key="status" tone={status === 'enabled' ? 'good' : 'muted'} text={t(`groups:status.${status}`)} />,
    ],
    [t('groups:columns.members'), formatCount(members.length)],
    [t('groups:columns.policies'), isPolicyKnown ? formatCount(count) : t('groups:policiesUnknown')],
    ...(updatedAt === ''
      ? []
      : [[t('changed'), <Timestamp key="time" iso={updatedAt} />] satisfies [string, ReactNode]]),
  ]
  return <FactList className={layout.line} aria-label={t('summary')} facts={facts} />
}
