import { HEAL_FEATURE } from '@cooperage/contract'
import { IconHeartbeat } from '@tabler/icons-react'
import type { Feature } from '../shared/feature.ts'

export const feature: Feature = {
  pages: { '/heal': async () => (await import('./HealPage.tsx')).HealPage },
  menu: {
    label: 'heal',
    group: 'tools',
    position: 40,
    page: '/heal',
    icon: IconHeartbeat,
    feature: HEAL_FEATURE,
  },
}
