import '../messages/en/logs.ts'
import { LOG_SEARCH_FEATURE } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentTab } from '../navigation/navigation.ts'
import { logsPath } from '../navigation/paths/logs.ts'
import { useSession } from '../session/index.ts'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { ErrorLogs } from './ErrorLogs.tsx'
import { LogSearch } from './LogSearch.tsx'

/** The logs of the storage server (spec object-browser-and-tools 2, Logs page): errors live, and the audit log to search. */
export function LogsPage() {
  const t = useTexts('logs')
  usePageTitle(t('title'))
  const hasSearch = useSession()?.features.includes(LOG_SEARCH_FEATURE) === true
  const current = useCurrentTab() === 'search' && hasSearch ? 'search' : 'errors'
  const tabs = (
    <LinkTabs
      label={t('title')}
      current={current}
      tabs={[
        { id: 'errors', label: t('errorLogs'), to: logsPath() },
        ...(hasSearch ? [{ id: 'search' as const, label: t('logsSearch'), to: logsPath('search') }] : []),
      ]}
    />
  )
  return current === 'search' ? <LogSearch tabs={tabs} /> : <ErrorLogs tabs={tabs} hasSearch={hasSearch} />
}
