import { HEAL_FEATURE } from '@cooperage/contract'
import { IconServer2 } from '@tabler/icons-react'
import { createUseDenied } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** Actions that the page checks before it offers something. */
export const useDenied = createUseDenied({ decommission: 'admin:Decommission', rebalance: 'admin:Rebalance' } as const)

export const DecommissionDialog = lazyPart(async () => (await import('./DecommissionDialog.tsx')).DecommissionDialog)

export const feature: Feature = {
  pages: { '/pools': async () => (await import('./PoolsPage.tsx')).PoolsPage },
  menu: {
    label: 'pools',
    group: 'tools',
    position: 45,
    page: '/pools',
    icon: IconServer2,
    // The same servers have pools and heal: those with several drives.
    feature: HEAL_FEATURE,
  },
}
