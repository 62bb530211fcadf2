import '../messages/en/account.ts'
import { Button } from '@mantine/core'
import { IconLockPassword } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { AccessKeyList } from '../access-keys/index.ts'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentPath, useCurrentTab, useNavigation } from '../navigation/navigation.ts'
import { accountPath, changePasswordPath, licensePath } from '../navigation/paths/pages.ts'
import { EffectivePermissions } from '../policies/index.ts'
import { useHasAdmin, useHasSecondFactor, useSession } from '../session/index.ts'
import { ShareLinkList } from '../share-links/index.ts'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { PageHeader } from '../shared/PageHeader.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { usePageTitle } from '../shared/use-page-title.ts'
import { FactorList } from './FactorList.tsx'
import { ChangePasswordModal } from './index.ts'
import { SessionList } from './SessionList.tsx'

const TABS = ['keys', 'permissions', 'sessions', 'factors', 'links'] as const
/** What IAM has. */
const IAM_TABS: readonly string[] = ['keys', 'permissions']
const ME = { kind: 'me' } as const

/** The visitor's account: access keys, permissions, sessions and password (spec identity-and-settings 2, Account page). */
export function AccountPage() {
  const t = useTexts('account')
  usePageTitle(t('title'))
  const session = useSession()
  const { replace } = useNavigation()
  const wanted = useCurrentTab()
  const hasAdmin = useHasAdmin()
  const hasFactors = useHasSecondFactor()
  const tabs = TABS.filter((id) => (hasAdmin ? id !== 'factors' || hasFactors : IAM_TABS.includes(id)))
  const tab = tabs.find((id) => id === wanted) ?? 'keys'
  const isAddressed = useCurrentPath() === changePasswordPath()
  const [isOpened, setOpened] = useState(false)
  const close = () => {
    setOpened(false)
    if (isAddressed) replace(accountPath())
  }
  const { displayName = '', pages = [], passwordChange = 'here' } = session ?? {}
  const isOnlyPage = pages.every((path) => path.startsWith(accountPath()) || path === licensePath())
  const header = (
    <>
      <PageHeader
        title={t('title')}
        below={t(isOnlyPage ? 'onlyPage' : hasAdmin ? 'purpose' : 'purposeIam', { account: plainName(displayName) })}
      >
        {pages.includes(changePasswordPath()) && (
          <Button variant="default" leftSection={<IconLockPassword size={16} />} onClick={() => setOpened(true)}>
            {t('password.title')}
          </Button>
        )}
      </PageHeader>
      {passwordChange !== 'here' && hasAdmin && (
        <p className={layout.note}>{t(`password.elsewhere.${passwordChange}`)}</p>
      )}
      <LinkTabs
        label={t('title')}
        current={tab}
        tabs={tabs.map((id) => ({ id, label: t(`tabs.${id}`), to: accountPath(id === 'keys' ? '' : id) }))}
      />
    </>
  )
  const dialog = (isOpened || isAddressed) && <ChangePasswordModal onClose={close} />
  // Tables take the height of the window; permissions are as long as they are.
  if (tab === 'permissions') {
    return (
      <div className={layout.page}>
        {header}
        <Suspense fallback={<Loading />}>
          <EffectivePermissions subject={ME} />
        </Suspense>
        {dialog}
      </div>
    )
  }
  return (
    <ListPage>
      {header}
      {tab === 'keys' && <AccessKeyList />}
      {tab === 'sessions' && <SessionList />}
      {tab === 'factors' && <FactorList />}
      {tab === 'links' && <ShareLinkList />}
      {dialog}
    </ListPage>
  )
}
