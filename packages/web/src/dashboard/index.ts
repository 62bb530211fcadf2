import { IconGauge } from '@tabler/icons-react'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** The charts are loaded with the first widgets. */
export const WidgetBoard = lazyPart(async () => (await import('./widgets/WidgetBoard.tsx')).WidgetBoard)

/** Only an empty embedded engine has it. */
export const StartCard = lazyPart(async () => (await import('./StartCard.tsx')).StartCard)

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
