import { permissionError } from '@cooperage/contract'
import { createUseCan } from '../session/index.ts'

/** Actions that the page asks about before it offers something. */
export const PERMISSIONS = { configure: 'admin:ConfigUpdate' } as const

const useCan = createUseCan(PERMISSIONS)

/** Why the account can't read or change the configuration; undefined where it can, and where only the storage server knows. */
export function useLacksConfigure(): string | undefined {
  return useCan('', 'configure').configure === false ? permissionError(PERMISSIONS.configure) : undefined
}
