import { createUseCan } from '../session/index.ts'

/** What listing and revoking the links of others requires; your own links require nothing. */
const PERMISSIONS = {
  listOthers: 'admin:ListServiceAccounts',
  revokeOthers: 'admin:RemoveServiceAccount',
} as const

export const useCan = createUseCan(PERMISSIONS)
