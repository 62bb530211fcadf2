import { IconEye } from '@tabler/icons-react'
import type { Feature } from '../shared/feature.ts'

export const feature: Feature = {
  pages: { '/watch': async () => (await import('./WatchPage.tsx')).WatchPage },
  menu: { label: 'watch', group: 'tools', position: 20, page: '/watch', icon: IconEye },
}
