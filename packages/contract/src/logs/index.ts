/** Logs of the storage server. */
export * from './error-log.ts'
export * from './search.ts'
