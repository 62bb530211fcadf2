import type { Page } from '../page.ts'

export const userPages: readonly Page[] = [
  { path: '/users', actions: ['admin:ListUsers'] },
  { path: '/users/:userName+', actions: ['admin:GetUser', 'admin:ListUsers'] },
]
