import { createUseCan } from '../session/index.ts'

/** Actions that the page checks before it offers something. */
export const useCan = createUseCan({ seeAll: 'admin:ListServiceAccounts' } as const)
