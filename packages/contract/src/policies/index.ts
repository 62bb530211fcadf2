/** IAM policies: the list, the editor, exposure and the policy simulator. */
import type { Page } from '../page.ts'

export * from './attachment-preview.ts'
export * from './editor.ts'
export * from './effective.ts'
export * from './exposure.ts'
export * from './policies.ts'
export * from './policy-text.ts'
export * from './resource-text.ts'
export * from './set-policy.ts'
export * from './simulator.ts'

export const policyPages: readonly Page[] = [
  { path: '/policies', actions: ['admin:ListUserPolicies'] },
  { path: '/policies/:policyName', actions: ['admin:GetPolicy', 'admin:ListUserPolicies'] },
]
