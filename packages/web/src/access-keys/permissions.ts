import { createUseDenied } from '../session/index.ts'

/** Actions that pages check before they offer something. For the user's own keys only changes need one. */
const PERMISSIONS = {
  createKey: 'admin:CreateServiceAccount',
  changeKey: 'admin:UpdateServiceAccount',
  deleteKey: 'admin:RemoveServiceAccount',
} as const

export const useDenied = createUseDenied(PERMISSIONS)
