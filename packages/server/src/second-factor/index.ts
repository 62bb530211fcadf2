/** Second factors: those of the visitor's own account, and their administration. The sign-in asks for them (`session`). */
import type { Feature } from '../shared/feature.ts'
import { administrationRoutes } from './administration.routes.ts'
import { ownFactorRoutes } from './own-factors.routes.ts'

export const secondFactor: Feature = [ownFactorRoutes, administrationRoutes]
