import { permissionError } from '@cooperage/contract'
import { createUseCan } from '../session/index.ts'

/** Actions that the page checks before it offers something. */
export const PERMISSIONS = { configure: 'admin:ConfigUpdate', restart: 'admin:ServiceRestart' } as const

const useCan = createUseCan(PERMISSIONS)

/** Why the account can't read or change the configuration; undefined where it can, and where only the storage server can tell. */
export function useLacksConfigure(): string | undefined {
  return useLacks('configure')
}

/** Why the account can't restart the storage server. */
export function useLacksRestart(): string | undefined {
  return useLacks('restart')
}

function useLacks(permission: keyof typeof PERMISSIONS): string | undefined {
  return useCan('', permission)[permission] === false ? permissionError(PERMISSIONS[permission]) : undefined
}
