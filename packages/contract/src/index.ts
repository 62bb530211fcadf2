/** The contract between browser and server: every call, error, page and validation rule, without any implementation. */
export * from './byte-units.ts'
export * from './declared-errors.ts'
export * from './errors.ts'
export * from './features.ts'
export * from './page.ts'
export * from './permission-error.ts'
export * from './route.ts'
export * from './socket.ts'
