import { createUseCan, createUseDenied } from '../session/index.ts'

/** The actions that pages check before they offer something, by the names that pages use for them. */
export const PERMISSIONS = {
  createPolicy: 'admin:CreatePolicy',
  deletePolicy: 'admin:DeletePolicy',
} as const

export type Permission = keyof typeof PERMISSIONS

export const useCan = createUseCan(PERMISSIONS)
export const useDenied = createUseDenied(PERMISSIONS)
