/** Targets of bucket events. */
export * from './notification-services.ts'
export * from './notification-targets.ts'
