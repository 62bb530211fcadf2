/** The visitor's own account: its password and its sessions. */
export * from './password.ts'
export * from './sessions.ts'
