import type { NotificationEndpoint } from '@cooperage/contract'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** As the list calls a target (spec identity-and-settings 3). */
export const targetName = ({ service, account_id }: Pick<NotificationEndpoint, 'service' | 'account_id'>) =>
  `${service}:${account_id}`

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
