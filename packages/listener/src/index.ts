/** What the console and the engine, which both listen for clients, have in common. */
export * from './certificate.ts'
export * from './forwarded.ts'
export * from './trusted-proxies.ts'
