/** Access keys of the visitor's account and of other users, which the specification calls service accounts. */
import type { Page } from '../page.ts'

export * from './access-keys.ts'
export * from './service-accounts.ts'

export const accessKeyPages: readonly Page[] = [
  { path: '/access-keys', actions: ['admin:ListUsers', 'admin:ListServiceAccounts'], needsAll: true },
]
