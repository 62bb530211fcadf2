/** The visitor's own account: its language, its password and its sessions. */
export * from './language.ts'
export * from './password.ts'
export * from './sessions.ts'
