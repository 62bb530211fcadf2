import { ACTIVITY_FEATURE } from '@cooperage/contract'
import { IconProgress } from '@tabler/icons-react'
import type { Feature } from '../shared/feature.ts'

export const feature: Feature = {
  pages: { '/activity': async () => (await import('./ActivityPage.tsx')).ActivityPage },
  menu: {
    label: 'activity',
    group: 'tools',
    position: 35,
    page: '/activity',
    icon: IconProgress,
    feature: ACTIVITY_FEATURE,
  },
}
