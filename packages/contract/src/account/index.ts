/** The visitor's own account: its service accounts, which are its access keys. */
export * from './service-accounts.ts'
