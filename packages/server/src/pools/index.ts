/** Pools of a cluster: their drives, decommission and rebalance. */
import type { Feature } from '../shared/feature.ts'
import { poolRoutes } from './pools.routes.ts'

export const pools: Feature = [poolRoutes]
