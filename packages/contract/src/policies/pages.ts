import type { Page } from '../page.ts'

export const policyPages: readonly Page[] = [
  { path: '/policies', actions: ['admin:ListUserPolicies'] },
  { path: '/policies/:policyName', actions: ['admin:GetPolicy', 'admin:ListUserPolicies'] },
]
