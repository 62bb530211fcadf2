import type { NotificationEndpoint } from '@cooperage/contract'

/** As the list calls a target (spec identity-and-settings 3). */
export const targetName = ({ service, account_id }: Pick<NotificationEndpoint, 'service' | 'account_id'>) =>
  `${service}:${account_id}`
