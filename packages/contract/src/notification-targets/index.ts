/** Targets of bucket events. */
export * from './notification-targets.ts'
