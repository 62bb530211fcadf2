import type { Page } from '../page.ts'

export const accessKeyPages: readonly Page[] = [
  { path: '/access-keys', actions: ['admin:ListUsers', 'admin:ListServiceAccounts'], needsAll: true },
]
