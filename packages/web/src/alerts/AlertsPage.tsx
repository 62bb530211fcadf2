import '../messages/en/alerts.ts'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { useCurrentTab } from '../navigation/navigation.ts'
import { alertsPath, guidePath } from '../navigation/paths/pages.ts'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { ChannelList } from './ChannelList.tsx'
import { FiringList } from './FiringList.tsx'
import { PastList } from './PastList.tsx'
import { RuleList } from './RuleList.tsx'

const TABS = ['now', 'rules', 'channels', 'history'] as const
const LISTS = { now: FiringList, rules: RuleList, channels: ChannelList, history: PastList }

/** What is firing, and the rules, channels and history behind it. */
export function AlertsPage() {
  const t = useTexts('alerts')
  usePageTitle(t('title'))
  const wanted = useCurrentTab()
  const tab = TABS.find((id) => id === wanted) ?? 'now'
  const List = LISTS[tab]
  return (
    <ListPage>
      <PageHeader
        title={t('title')}
        below={
          <>
            {t('purpose')}{' '}
            <AppLink to={guidePath('monitoring')} target="_blank" rel="noopener">
              {t('guide')}
            </AppLink>
          </>
        }
      />
      <LinkTabs
        label={t('tabs.label')}
        current={tab}
        tabs={TABS.map((id) => ({ id, label: t(`tabs.${id}`), to: alertsPath(id === 'now' ? '' : id) }))}
      />
      <List />
    </ListPage>
  )
}
