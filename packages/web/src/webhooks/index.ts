import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

export const TestWebhookDialog = lazyPart(async () => (await import('./TestWebhookDialog.tsx')).TestWebhookDialog)

const page = async () => (await import('./WebhooksPage.tsx')).WebhooksPage

export const feature: Feature = {
  pages: { '/webhook/logger': page, '/webhook/audit': page },
}
