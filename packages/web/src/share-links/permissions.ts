import { createUseCan } from '../session/index.ts'

/** What seeing and revoking the links of others needs; one's own need nothing. */
const PERMISSIONS = {
  listOthers: 'admin:ListServiceAccounts',
  revokeOthers: 'admin:RemoveServiceAccount',
} as const

export const useCan = createUseCan(PERMISSIONS)
