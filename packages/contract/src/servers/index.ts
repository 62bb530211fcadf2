/** Several storage servers with consoles at one address, and migrations between them. */
export * from './accounts.ts'
export * from './added-servers.ts'
export * from './bucket-facts.ts'
export * from './plan-accounts.ts'
export * from './preflight.ts'
export * from './servers.ts'
export * from './taken.ts'
