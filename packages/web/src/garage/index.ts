import { IconServer } from '@tabler/icons-react'
import type { Feature } from '../shared/feature.ts'

export const feature: Feature = {
  pages: { '/cluster': async () => (await import('./ClusterPage.tsx')).ClusterPage },
  menu: { label: 'garage', group: 'tools', position: 5, page: '/cluster', icon: IconServer },
}
