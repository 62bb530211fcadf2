import '../messages/en/settings.ts'
import { PAGES } from '@cooperage/contract'
import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { notificationTargetsPath } from '../navigation/paths/notification-targets.ts'
import { guidePath } from '../navigation/paths/pages.ts'
import { settingsPath } from '../navigation/paths/settings.ts'
import { tiersPath } from '../navigation/paths/tiers.ts'
import { useSession } from '../session/index.ts'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import classes from './settings.module.css'

/** The tabs of the settings page with their addresses. A tab with its own calls is a feature, and its page uses this frame. */
const TABS = [
  { id: 'configurations', to: settingsPath(), page: settingsPath() },
  { id: 'notifications', to: notificationTargetsPath(), page: notificationTargetsPath() },
  { id: 'tiers', to: tiersPath(), page: tiersPath() },
  { id: 'history', to: settingsPath('history'), page: settingsPath() },
] as const

type SettingsTab = (typeof TABS)[number]['id']

interface SettingsFrameProps {
  tab: SettingsTab
  /** How far the panel is from the tab's list. */
  depth: number
  children: ReactNode
}

/** What all tabs of the settings page share (spec identity-and-settings 2, Settings page). */
export function SettingsFrame({ tab, depth, children }: SettingsFrameProps) {
  const t = useTexts('settings')
  const session = useSession()
  usePageTitle(t('title'))
  const disabledReason = (id: SettingsTab, page: string) => {
    // Tiers need erasure coding (spec identity-and-settings 6).
    if (id === 'tiers' && session?.distributedMode !== true) return t('tabs.tiersDisabled')
    if (session?.pages.includes(page)) return undefined
    return t('tabs.denied', { actions: PAGES.find(({ path }) => path === page)?.actions.join(', ') ?? '' })
  }
  return (
    <ListPage>
      <PageHeader
        title={t('title')}
        below={
          <>
            {t('purpose')}{' '}
            <AppLink to={guidePath('server-settings')} target="_blank" rel="noopener">
              {t('guide')}
            </AppLink>
          </>
        }
      />
      <LinkTabs
        label={t('tabs.label')}
        current={tab}
        tabs={TABS.map(({ id, to, page }) => ({
          id,
          to,
          label: t(`tabs.${id}`),
          disabledReason: disabledReason(id, page),
        }))}
      />
      <Panel key={`${tab} ${depth}`} depth={depth}>
        {children}
      </Panel>
    </ListPage>
  )
}

/** How deep the last panel was: 0 for a list. A variable, because tabs are separate pages. */
let lastDepth = 0

/** What is below the tabs: a form slides in from the end of its line, and the list from the start. */
function Panel({ depth, children }: { depth: number; children: ReactNode }) {
  const [before] = useState(lastDepth)
  useEffect(() => {
    lastDepth = depth
  }, [depth])
  const from = depth > before ? 'end' : depth < before ? 'start' : undefined
  return (
    <div className={classes.panel} data-from={from}>
      {children}
    </div>
  )
}
