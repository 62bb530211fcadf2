import type { NotificationService } from '@cooperage/contract'
import type { Subscription } from '@cooperage/wire'

/** The name of a service in ARNs and in the status of the server. */
export function kindOf(service: NotificationService): string {
  return service === 'postgres' ? 'postgresql' : service
}

/** Whether a subscription uses a target. The region of the ARN may be missing or outdated. */
export function isOfTarget({ arn }: Subscription, service: NotificationService, accountId: string): boolean {
  const [, , , , target, kind] = arn.split(':')
  return target === accountId && kind === kindOf(service)
}
