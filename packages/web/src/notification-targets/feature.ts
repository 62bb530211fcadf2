import type { Feature } from '../shared/feature.ts'

const page = async () => (await import('./NotificationTargetsPage.tsx')).NotificationTargetsPage

export const notificationTargets: Feature = {
  pages: {
    '/settings/notifications': page,
    '/settings/notifications/add': page,
    '/settings/notifications/$service': page,
  },
  parts: [() => import('./loaded-dialogs.ts')],
}
