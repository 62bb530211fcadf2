import '../messages/en/settings.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../navigation/AppLink.tsx'
import { guidePath } from '../navigation/paths/guide.ts'
import { notificationTargetsPath } from '../navigation/paths/notification-targets.ts'
import { settingsPath } from '../navigation/paths/settings.ts'
import { tiersPath } from '../navigation/paths/tiers.ts'
import { useSession } from '../session/index.ts'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'

/** The tabs of the settings page with their addresses. A tab with calls of its own is a feature, and its page uses this frame. */
const TABS = [
  { id: 'configurations', to: settingsPath() },
  { id: 'notifications', to: notificationTargetsPath() },
  { id: 'tiers', to: tiersPath() },
  { id: 'history', to: settingsPath('history') },
] as const

export type SettingsTab = (typeof TABS)[number]['id']

interface SettingsFrameProps {
  tab: SettingsTab
  children: ReactNode
}

/** What all tabs of the settings page share (spec identity-and-settings 2, Settings page). */
export function SettingsFrame({ tab, children }: SettingsFrameProps) {
  const { t } = useTranslation('settings')
  // Tiers need erasure coding (spec identity-and-settings 6).
  const isDistributed = useSession()?.distributedMode === true
  usePageTitle(t('title'))
  return (
    <ListPage>
      <PageHeader
        title={t('title')}
        below={
          <>
            {t('purpose')}.{' '}
            <AppLink to={guidePath('server-settings')} target="_blank" rel="noopener">
              {t('guide')}
            </AppLink>
          </>
        }
      />
      <LinkTabs
        label={t('tabs.label')}
        current={tab}
        tabs={TABS.map(({ id, to }) => ({
          id,
          to,
          label: t(`tabs.${id}`),
          disabledReason: id === 'tiers' && !isDistributed ? t('tabs.tiersDisabled') : undefined,
        }))}
      />
      {children}
    </ListPage>
  )
}
