import { IconBell } from '@tabler/icons-react'
import { createUseDenied } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** Changes of rules and channels, acknowledging and muting. */
export const useDenied = createUseDenied({ change: 'admin:ConfigUpdate' } as const)

export const AddChannelModal = lazyPart(async () => (await import('./AddChannelModal.tsx')).AddChannelModal)
export const EditRuleModal = lazyPart(async () => (await import('./EditRuleModal.tsx')).EditRuleModal)
export const MuteRuleModal = lazyPart(async () => (await import('./MuteRuleModal.tsx')).MuteRuleModal)

/** Every page has the badge, and shows first. */
const BADGE_DELAY_MS = 1500
const AlertBadge = lazyPart(async () => {
  await new Promise((resolve) => setTimeout(resolve, BADGE_DELAY_MS))
  // No page fails because the console went down meanwhile: the count is on the page of alerts too.
  return import('./AlertBadge.tsx').then(
    (loaded) => loaded.AlertBadge,
    () => () => null,
  )
})

export const feature: Feature = {
  pages: { '/alerts': async () => (await import('./AlertsPage.tsx')).AlertsPage },
  menu: { label: 'alerts', group: 'tools', position: 8, page: '/alerts', icon: IconBell, badge: AlertBadge },
}
