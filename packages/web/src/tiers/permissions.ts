import { createUseDenied } from '../session/index.ts'

/** Actions that the page checks before it offers something. */
export const useDenied = createUseDenied({ changeTiers: 'admin:SetTier' } as const)
