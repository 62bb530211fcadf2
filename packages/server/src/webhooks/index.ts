/** Webhooks that receive the logs of the storage server. */
import type { Feature } from '../shared/feature.ts'
import { testWebhookRoute } from './test-webhook.route.ts'
import { webhookRoutes } from './webhooks.routes.ts'

export const webhooks: Feature = [webhookRoutes, testWebhookRoute]
