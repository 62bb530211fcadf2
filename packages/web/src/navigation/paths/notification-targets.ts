import { NOTIFICATION_SERVICES, type NotificationService, UNNAMED_TARGET } from '@cooperage/contract'
import { queryText } from '../address.ts'

const TARGETS = '/settings/notifications'
const PICK = `${TARGETS}/add`

export const notificationTargetsPath = () => TARGETS

/** Where a service is picked for a new target. */
export const pickServicePath = () => PICK

/** The form of a target; `accountId` is `_` for the unnamed one. */
export const notificationTargetPath = (service: NotificationService, accountId: string) =>
  `${TARGETS}/${service}${queryText({ target: accountId })}`

/** The form for a new target of a service. */
export const newNotificationTargetPath = (service: NotificationService) =>
  `${TARGETS}/${service}${queryText({ add: 'target' })}`

/** What a path of this file shows: `list`, `pick`, or the form of a service; undefined for a service that doesn't exist. */
export function notificationStep(path: string): 'list' | 'pick' | NotificationService | undefined {
  const last = path.slice(TARGETS.length + 1)
  if (last === '') return 'list'
  return last === 'add' ? 'pick' : NOTIFICATION_SERVICES.find((service) => service === last)
}

/** The id of a target in calls about the configuration: `notify_kafka:primary`. */
export const notificationConfigurationTarget = (accountId: string) => (accountId === UNNAMED_TARGET ? '' : accountId)
