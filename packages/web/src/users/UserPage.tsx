import '../messages/en/user-page.ts'
import '../messages/en/users.ts'
import { getUser, type User } from '@cooperage/contract'
import { IconUserOff } from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect } from 'react'
import { AccessKeyList } from '../access-keys/index.ts'
import { LdapNote, ResetFactorsDialog } from '../identity-providers/index.ts'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentPath, useCurrentTab, useNavigation } from '../navigation/navigation.ts'
import { parseUserPath, userPath, usersPath } from '../navigation/paths/users.ts'
import { EffectivePermissions, GrantAccessDialog, GrantedAccess } from '../policies/index.ts'
import { useHasIam } from '../session/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { FactList } from '../shared/FactList.tsx'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { LoadedSubject } from '../shared/LoadedSubject.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { NotFoundPage } from '../shared/NotFoundPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { StateMark } from '../shared/StateMark.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { ChangeUserPasswordModal, DeleteUserDialog } from './index.ts'
import { UserActions } from './UserActions.tsx'
import { UserGroups } from './UserGroups.tsx'
import { SetPoliciesButton, UserPolicies } from './UserPolicies.tsx'

const TABS = ['groups', 'service-accounts', 'policies', 'grants', 'permissions'] as const
type Tab = (typeof TABS)[number]
const MISSING = 'NoSuchUser'

/** /users/{userName+}; the tab is in the query, since a name can contain slashes. */
export function UserPage() {
  const name = parseUserPath(useCurrentPath())
  const wanted = useCurrentTab() || 'groups'
  const tab = TABS.find((one) => one === wanted)
  if (name === undefined || tab === undefined) return <NotFoundPage />
  // Another user is another page: no dialog of one stays open for the next.
  return <UserFrame key={name} name={name} tab={tab} />
}

function UserFrame({ name, tab }: { name: string; tab: Tab }) {
  const t = useTexts(['userPage', 'users'])
  const { push } = useNavigation()
  const query = useApiQuery(getUser, { query: { name } })
  const { open, dialog } = useDialogs({
    delete: (close, user: User) => <DeleteUserDialog user={user} onClose={close} onDeleted={() => push(usersPath())} />,
    grant: (close) => <GrantAccessDialog bucket="" owner={{ kind: 'user', name }} onClose={close} />,
    password: (close) => <ChangeUserPasswordModal user={name} onClose={close} />,
    resetFactors: (close) => <ResetFactorsDialog account={name} onClose={close} />,
  })
  usePageTitle(name)
  useEffect(() => {
    // Only ahead of need: what cannot be loaded now is loaded, or reported, when it is opened.
    EffectivePermissions.load().catch(() => undefined)
  }, [])
  const { data: user, error } = query
  return (
    <div className={layout.page}>
      <PageHeader
        title={<ObjectName name={name} />}
        crumbs={[
          { to: usersPath(), label: t('users:title') },
          { to: userPath(name), label: <ObjectName name={name} /> },
        ]}
        below={user?.source === 'ldap' && <LdapNote note={t('users:ldap.userNote')} link={t('users:ldap.link')} />}
      >
        {user && error?.code !== MISSING && (
          <UserActions
            user={user}
            onGrant={() => open('grant')}
            onDelete={() => open('delete', user)}
            onChangePassword={() => open('password')}
            onResetFactors={() => open('resetFactors')}
          />
        )}
      </PageHeader>
      <LoadedSubject
        query={query}
        missing={{
          code: MISSING,
          icon: IconUserOff,
          title: t('missing.title'),
          back: { label: t('missing.back'), to: usersPath() },
        }}
      >
        {(loaded) => (
          <>
            <UserFacts user={loaded} />
            <LinkTabs
              label={t('tabs.label')}
              current={tab}
              tabs={TABS.map((id) => ({ id, label: t(`tabs.${id}`), to: userPath(name, id === 'groups' ? '' : id) }))}
            />
            <Suspense fallback={<Loading />}>
              {tab === 'groups' && <UserGroups user={loaded} query={query} />}
              {tab === 'service-accounts' && <UserKeys name={name} />}
              {tab === 'policies' && <UserPolicies user={loaded} query={query} />}
              {tab === 'grants' && (
                <GrantedAccess
                  owner={{ kind: 'user', name }}
                  disabledReason={loaded.source === 'ldap' ? t('users:ldap.reason') : undefined}
                />
              )}
              {tab === 'permissions' && <EffectivePermissions subject={{ kind: 'user', name }} />}
            </Suspense>
          </>
        )}
      </LoadedSubject>
      {dialog}
    </div>
  )
}

function UserFacts({ user: { status, memberOf, policy, updatedAt } }: { user: User }) {
  const t = useTexts('userPage')
  const updated = updatedAt === '' ? t('facts.never') : <Timestamp key="time" iso={updatedAt} />
  const facts: [label: string, value: ReactNode][] = [
    [
      t('facts.status'),
      <StateMark key="status" tone={status === 'enabled' ? 'good' : 'muted'} text={t(`facts.${status}`)} />,
    ],
    [t('facts.groups'), formatCount(memberOf.length)],
    [t('facts.policies'), formatCount(policy.length)],
    // IAM doesn't report it.
    ...(useHasIam() ? [] : [[t('facts.updated'), updated] satisfies [string, ReactNode]]),
  ]
  return <FactList className={layout.line} aria-label={t('facts.label')} facts={facts} />
}

/** The access keys of a user. The user's policies limit what they can do, which is why there is a button for them. */
function UserKeys({ name }: { name: string }) {
  const t = useTexts('userPage')
  return (
    <div className={layout.tabList}>
      <AccessKeyList user={name} buttons={<SetPoliciesButton name={name} label={t('assignPolicies')} />} />
    </div>
  )
}
