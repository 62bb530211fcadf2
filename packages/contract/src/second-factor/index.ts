/** Second factors of accounts that sign in with keys or LDAP (decision 50). */
export * from './administration.ts'
export * from './factors.ts'
export * from './own-factors.ts'
export * from './sign-in.ts'
export * from './texts.ts'
