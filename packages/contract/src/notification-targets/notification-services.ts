/** What addresses of pages name, apart from the calls, so that the start page doesn't carry these. */

/** The kinds of targets (spec identity-and-settings 3), in the order of the picker. */
export const NOTIFICATION_SERVICES = [
  'postgres',
  'mysql',
  'kafka',
  'amqp',
  'mqtt',
  'redis',
  'nats',
  'elasticsearch',
  'webhook',
  'nsq',
] as const
export type NotificationService = (typeof NOTIFICATION_SERVICES)[number]

/** The section of the configuration that stores the targets of a service. */
export const notificationSection = (of: NotificationService): string => `notify_${of}`

/** Servers call the unnamed target of a section `_`. */
export const UNNAMED_TARGET = '_'
