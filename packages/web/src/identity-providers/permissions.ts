import { createUseDenied } from '../session/index.ts'

/** Actions that the page checks before it offers something. */
const PERMISSIONS = { changePolicies: 'admin:UpdatePolicyAssociation' } as const

export const useDenied = createUseDenied(PERMISSIONS)
