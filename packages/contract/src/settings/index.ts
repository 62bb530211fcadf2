/** The configuration of the storage server, and its restart. */
export * from './configuration-file.ts'
export * from './configurations.ts'
export * from './restart.ts'
