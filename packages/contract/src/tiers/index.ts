import type { Page } from '../page.ts'

export * from './tiers.ts'

export const tierPages: readonly Page[] = [
  { path: '/settings/tiers', actions: ['admin:ListTier'] },
  { path: '/settings/tiers/:step+', actions: ['admin:SetTier'] },
]
