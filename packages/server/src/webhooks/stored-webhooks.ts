import { AppError, type Webhook, type WebhookKind, type WebhookState, webhookSection } from '@cooperage/contract'
import { logWebhookStates, type StorageClient } from '@cooperage/storage-client'
import { readSection, toDetails } from '../settings/index.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'

/** The webhooks that are configured, without their states. @throws AppError AccessDenied */
export async function storedWebhooks(storage: StorageClient, kind: WebhookKind): Promise<Omit<Webhook, 'state'>[]> {
  const { targets } = toDetails(await readSection(storage, webhookSection(kind)))
  const webhooks = targets.map(({ target, enabled, keys }) => ({
    target,
    endpoint: keys.find(({ key }) => key === 'endpoint')?.value ?? '',
    enabled,
    hasToken: keys.some(({ key, source }) => key === 'auth_token' && source !== 'default'),
    variables: keys.flatMap(({ variable }) => (variable === '' ? [] : [variable])),
  }))
  // The unnamed target always exists; it is listed once it is in use.
  return webhooks.filter(({ target, enabled, endpoint }) => target !== '' || enabled || endpoint !== '')
}

/** The state of webhooks by target. It needs another permission than the configuration; without it, all are unknown. */
export async function statesOf(storage: StorageClient, kind: WebhookKind): Promise<(target: string) => WebhookState> {
  try {
    const states = await withStorageErrors({ action: 'admin:ServerInfo' }, logWebhookStates(storage, kind))
    return (target) => {
      const isOnline = states.get(target)
      return isOnline === undefined ? 'unknown' : isOnline ? 'online' : 'offline'
    }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'AccessDenied')) throw error
    return () => 'unknown'
  }
}
