import type { Feature } from '../shared/feature.ts'

const page = async () => (await import('./WebhooksPage.tsx')).WebhooksPage

export const webhooks: Feature = {
  pages: { '/webhook/logger': page, '/webhook/audit': page },
  parts: [() => import('./loaded-dialogs.ts')],
}
