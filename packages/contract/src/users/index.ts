/** The built-in users of the storage server. */
import type { Page } from '../page.ts'

export * from './secret-keys.ts'
export * from './users.ts'

export const userPages: readonly Page[] = [
  { path: '/users', actions: ['admin:ListUsers'] },
  { path: '/users/:userName+', actions: ['admin:GetUser', 'admin:ListUsers'] },
]
