/** Tiers: buckets of other storages, to which lifecycle rules move objects. */
import type { Feature } from '../shared/feature.ts'
import { tierRoutes } from './tiers.routes.ts'

export const tiers: Feature = [tierRoutes]
