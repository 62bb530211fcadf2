import '../messages/en/kms.ts'
import { getKmsStatus, KMS_FEATURE, permissionError } from '@cooperage/contract'
import { IconKey } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentPath } from '../navigation/navigation.ts'
import { KMS_TABS, type KmsTab, kmsPath } from '../navigation/paths/pages.ts'
import { useSession } from '../session/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import layout from '../shared/layout.module.css'
import { PageHeader } from '../shared/PageHeader.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import { ImportKey } from './ImportKey.tsx'
import { KeyList } from './KeyList.tsx'
import { KmsStatusView } from './KmsStatusView.tsx'

/** What opens each tab, as an error names it. */
const ACTIONS: Readonly<Record<KmsTab, string>> = {
  status: 'kms:Status',
  keys: 'kms:ListKeys',
  import: 'kms:ImportKey',
}

/** The key management service of the storage server: its status, its keys, and the import of one. */
export function KmsPage() {
  const t = useTexts('kms')
  usePageTitle(t('title'))
  const path = useCurrentPath()
  const { pages = [], features = [] } = useSession() ?? {}
  const isOffered = features.includes(KMS_FEATURE)
  const isUnset = useApiQuery(getKmsStatus, {}, { enabled: isOffered }).error?.code === 'NotInThisSetup'
  const header = <PageHeader title={t('title')} below={t('purpose')} />
  if (!isOffered) {
    return (
      <div className={layout.page}>
        {header}
        <EmptyState icon={IconKey} title={t('notOffered')} hint={t('notOfferedHint')} />
      </div>
    )
  }
  const tab: KmsTab = KMS_TABS.find((one) => path === kmsPath(one)) ?? 'status'
  const tabs = (
    <LinkTabs
      label={t('tabs.label')}
      current={tab}
      tabs={KMS_TABS.map((id) => ({
        id,
        label: t(`tabs.${id}`),
        to: kmsPath(id),
        disabledReason: pages.includes(kmsPath(id)) ? undefined : permissionError(ACTIONS[id]),
      }))}
    />
  )
  if (isUnset) {
    return (
      <div className={layout.page}>
        {header}
        {tabs}
        <EmptyState icon={IconKey} title={t('unset')} hint={t('unsetHint')} />
      </div>
    )
  }
  if (tab === 'keys') {
    return (
      <ListPage>
        {header}
        {tabs}
        <BuiltInNote />
        <KeyList />
      </ListPage>
    )
  }
  return (
    <div className={layout.page}>
      {header}
      {tabs}
      <BuiltInNote />
      {tab === 'status' ? <KmsStatusView /> : <ImportKey />}
    </div>
  )
}

/** What a key in the server's environment can't do; nothing for an account that may not see which KMS it is. */
function BuiltInNote() {
  const t = useTexts('kms')
  const { data } = useApiQuery(getKmsStatus, {})
  return <div className={layout.notes}>{data?.isBuiltIn && <WarningNote>{t('builtIn')}</WarningNote>}</div>
}
