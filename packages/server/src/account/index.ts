/** The visitor's own account: its access keys. */
import type { Feature } from '../shared/feature.ts'
import { serviceAccountRoutes } from './service-accounts.routes.ts'

export const account: Feature = [serviceAccountRoutes]
