import { listWebhooks } from '@cooperage/contract'
import type { Registry } from '../shared/feature.ts'
import { statesOf, storedWebhooks } from './stored-webhooks.ts'

export function webhookRoutes({ routes }: Registry): void {
  routes.withSession(listWebhooks, async ({ params: { kind }, storage }) => {
    const [stored, stateOf] = await Promise.all([storedWebhooks(storage, kind), statesOf(storage, kind)])
    const webhooks = stored.map((one) => ({ ...one, state: stateOf(one.target) }))
    return { webhooks, total: webhooks.length }
  })
}
