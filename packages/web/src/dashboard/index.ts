import { IconGauge } from '@tabler/icons-react'
import type { Feature } from '../shared/feature.ts'

const loadDashboard = async () => (await import('./DashboardPage.tsx')).DashboardPage

export const feature: Feature = {
  // The same page: the frame hides the menu on /metrics.
  pages: { '/dashboard': loadDashboard, '/metrics': loadDashboard },
  menu: {
    label: 'dashboard',
    group: 'start',
    position: 10,
    page: '/dashboard',
    icon: IconGauge,
    key: 'd',
  },
}
