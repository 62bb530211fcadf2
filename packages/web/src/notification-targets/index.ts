import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

export const DeleteTargetDialog = lazyPart(async () => (await import('./DeleteTargetDialog.tsx')).DeleteTargetDialog)
export const TestTargetDialog = lazyPart(async () => (await import('./TestTargetDialog.tsx')).TestTargetDialog)

const page = async () => (await import('./NotificationTargetsPage.tsx')).NotificationTargetsPage

export const feature: Feature = {
  pages: {
    '/settings/notifications': page,
    '/settings/notifications/add': page,
    '/settings/notifications/$service': page,
  },
}
