import type { Feature } from '../shared/feature.ts'

const loadDashboard = async () => (await import('./DashboardPage.tsx')).DashboardPage

export const dashboard: Feature = {
  // The same page: the frame hides the menu on /metrics.
  pages: { '/dashboard': loadDashboard, '/metrics': loadDashboard },
}
