/** The visitor's own account: its language, its password and its sessions. Every page has the first, so it is a file of its own. */
export * from './language.ts'
export * from './password.ts'
export * from './sessions.ts'
