import type { AdminRoute } from '../route.ts'

export const OBSERVE_ROUTES: readonly AdminRoute[] = []
