/** The visitor's own account: its choices for pages, its password and its sessions. Every page has the choices, so each is a file of its own. */
export * from './language.ts'
export * from './password.ts'
export * from './sessions.ts'
export * from './table-layout.ts'
export * from './tables.ts'
