import type { AdminRoute } from '../route.ts'

export const CONFIG_ROUTES: readonly AdminRoute[] = []
