import { permissionError } from '@cooperage/contract'
import { createUseCan } from '../session/index.ts'

/** Actions that pages check before they offer something, by the names that pages use for them. */
export const PERMISSIONS = {
  exportIam: 'admin:ExportIAM',
  importIam: 'admin:ImportIAM',
} as const

export type Permission = keyof typeof PERMISSIONS

const useCan = createUseCan(PERMISSIONS)

/** Why the account can't export or import; undefined where it can, and where only the storage server can tell. */
export function useLacks(permission: Permission): string | undefined {
  return useCan('', permission)[permission] === false ? permissionError(PERMISSIONS[permission]) : undefined
}
