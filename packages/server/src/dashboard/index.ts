/** State and usage of the storage server. */
import type { Feature } from '../shared/feature.ts'
import { infoRoutes } from './info.routes.ts'

export const dashboard: Feature = [infoRoutes]
