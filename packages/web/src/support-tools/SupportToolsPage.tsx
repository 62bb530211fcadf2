import '../messages/en/support-tools.ts'
import type { ReactNode } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentTab } from '../navigation/navigation.ts'
import { supportToolsPath } from '../navigation/paths/pages.ts'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { PageHeader } from '../shared/PageHeader.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { CallhomeTab } from './CallhomeTab.tsx'
import { CallsTab } from './CallsTab.tsx'
import { InspectTab } from './InspectTab.tsx'
import { useDenied, useSettled } from './index.ts'
import { LocksTab } from './LocksTab.tsx'
import { ProfilesTab } from './ProfilesTab.tsx'

const TABS = ['locks', 'calls', 'inspect', 'profiles', 'callhome'] as const
const VIEWS = {
  locks: LocksTab,
  calls: CallsTab,
  inspect: InspectTab,
  profiles: ProfilesTab,
  callhome: CallhomeTab,
} as const satisfies Record<(typeof TABS)[number], () => ReactNode>

/** What support asks for when a cluster misbehaves, one tab for each tool. */
export function SupportToolsPage() {
  const t = useTexts('supportTools')
  usePageTitle(t('title'))
  const denied = useDenied('', ...TABS)
  // Which tab is first depends on it.
  const isSettled = useSettled('', ...TABS)
  const wanted = useCurrentTab()
  const tab = TABS.find((one) => one === wanted) ?? TABS.find((one) => denied[one] === undefined) ?? 'locks'
  const Tab = VIEWS[tab]
  return (
    <ListPage>
      <PageHeader title={t('title')} below={t('purpose')} />
      <LinkTabs
        label={t('tabs.label')}
        current={tab}
        tabs={TABS.map((id) => ({
          id,
          label: t(`tabs.${id}`),
          to: supportToolsPath(id),
          disabledReason: denied[id],
        }))}
      />
      {!isSettled && wanted === '' ? (
        <Loading />
      ) : denied[tab] === undefined ? (
        <Tab />
      ) : (
        <p className={layout.note}>{denied[tab]}</p>
      )}
    </ListPage>
  )
}
