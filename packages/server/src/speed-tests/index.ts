/** Tests of how fast the storage server is, and the earlier ones to compare with. */
import type { Feature } from '../shared/feature.ts'
import { speedTestRoutes } from './speed-tests.routes.ts'

export const speedTests: Feature = [speedTestRoutes]
