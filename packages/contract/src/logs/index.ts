/** Logs of the storage server. */
export * from './api-names.ts'
export * from './deletions.ts'
export * from './error-log.ts'
export * from './last-seen.ts'
export * from './saved-searches.ts'
export * from './search.ts'
