import { IconLifebuoy } from '@tabler/icons-react'
import { createUseDenied, createUseSettled } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** What each part needs, and what its actions need besides. */
const ACTIONS = {
  locks: 'admin:TopLocksInfo',
  unlock: 'admin:ForceUnlock',
  calls: 'admin:ServerTrace',
  inspect: 'admin:InspectData',
  profiles: 'admin:Profiling',
  callhome: 'admin:ConfigUpdate',
} as const

export const useSettled = createUseSettled(ACTIONS)
export const useDenied = createUseDenied(ACTIONS)

export const UnlockDialog = lazyPart(async () => (await import('./UnlockDialog.tsx')).UnlockDialog)

export const feature: Feature = {
  pages: { '/support-tools': async () => (await import('./SupportToolsPage.tsx')).SupportToolsPage },
  menu: { label: 'supportTools', group: 'tools', position: 57, page: '/support-tools', icon: IconLifebuoy },
}
