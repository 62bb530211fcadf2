/** What browser and server of the console agree on: every call, error, page and rule, and nothing that either does with them. */
export * from './byte-units.ts'
export * from './declared-errors.ts'
export * from './errors.ts'
export * from './features.ts'
export * from './page.ts'
export * from './permission-error.ts'
export * from './route.ts'
export * from './socket.ts'
