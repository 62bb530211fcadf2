import { IconStethoscope } from '@tabler/icons-react'
import type { Feature } from '../shared/feature.ts'

export const feature: Feature = {
  pages: { '/health-info': async () => (await import('./DiagnosticsPage.tsx')).DiagnosticsPage },
  menu: {
    label: 'diagnostics',
    group: 'tools',
    position: 50,
    page: '/health-info',
    icon: IconStethoscope,
  },
}
