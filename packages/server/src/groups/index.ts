/** Groups of built-in users. */
import type { Feature } from '../shared/feature.ts'
import { groupRoutes } from './groups.routes.ts'

export { readWholeGroup, requireGroup } from './groups.ts'

export const groups: Feature = [groupRoutes]
