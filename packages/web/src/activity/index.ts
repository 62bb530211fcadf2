import { ACTIVITY_FEATURE } from '@cooperage/contract'
import { IconHeartRateMonitor } from '@tabler/icons-react'
import type { Feature } from '../shared/feature.ts'

export const feature: Feature = {
  pages: { '/activity': async () => (await import('./ActivityPage.tsx')).ActivityPage },
  menu: {
    label: 'activity',
    group: 'tools',
    position: 35,
    page: '/activity',
    icon: IconHeartRateMonitor,
    feature: ACTIVITY_FEATURE,
  },
}
