/** Access keys of the visitor's account and of other users, which the specification calls service accounts. */
export * from './access-keys.ts'
export * from './service-accounts.ts'
