import '../messages/en/cluster-storage.ts'
import { useEffect } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentPath, useNavigation } from '../navigation/navigation.ts'
import { STORAGE_TABS, storagePath } from '../navigation/paths/pages.ts'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { DrivesTab } from './DrivesTab.tsx'
import { VolumesTab } from './VolumesTab.tsx'

/** /storage/volumes and /storage/drives; any other path leads to the first (spec operator-mode 2). */
export function StoragePage() {
  const t = useTexts('clusterStorage')
  usePageTitle(t('title'))
  const { replace } = useNavigation()
  const wanted = useCurrentPath().split('/')[2]
  const tab = STORAGE_TABS.find((one) => one === wanted)
  useEffect(() => {
    if (tab === undefined) replace(storagePath())
  }, [tab, replace])
  return (
    <ListPage>
      <PageHeader title={t('title')} below={t('purpose')} />
      <LinkTabs
        label={t('tabs.label')}
        current={tab ?? 'volumes'}
        tabs={STORAGE_TABS.map((id) => ({ id, label: t(`tabs.${id}`), to: storagePath(id) }))}
      />
      {tab === 'drives' ? <DrivesTab /> : <VolumesTab />}
    </ListPage>
  )
}
