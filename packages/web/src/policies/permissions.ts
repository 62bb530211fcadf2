import { createUseCan } from '../session/index.ts'

/** Actions that pages ask about before they offer something, by the names that pages use for them. */
export const PERMISSIONS = {
  createPolicy: 'admin:CreatePolicy',
  deletePolicy: 'admin:DeletePolicy',
} as const

export type Permission = keyof typeof PERMISSIONS

export const useCan = createUseCan(PERMISSIONS)
