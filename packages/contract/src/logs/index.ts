/** Logs of the storage server. */
export * from './error-log.ts'
