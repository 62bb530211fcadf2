import type { Feature } from '../shared/feature.ts'

export const dashboard: Feature = {
  pages: { '/dashboard': async () => (await import('./DashboardPage.tsx')).DashboardPage },
}
