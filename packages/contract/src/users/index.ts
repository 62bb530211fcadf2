/** The built-in users of the storage server. */
export * from './secret-keys.ts'
export * from './users.ts'
