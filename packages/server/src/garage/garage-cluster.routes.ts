import { getGarageHealth, getGarageLayout, listGarageNodes } from '@cooperage/contract'
import { garageHealth, garageLayout, garageNodes } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { feature } from './garage-buckets.routes.ts'

const STATUSES = ['healthy', 'degraded', 'unavailable'] as const

export function garageClusterRoutes({ routes }: Registry): void {
  routes.withSession(listGarageNodes, async ({ storage }) => {
    const nodes = await withStorageErrors({ feature }, garageNodes(storage))
    return nodes.map(({ isUp, isDraining, lastSeenSeconds, role, data, metadata, ...node }) => ({
      ...node,
      up: isUp,
      draining: isDraining,
      lastSeenSeconds: lastSeenSeconds ?? null,
      role: role ? { ...role, capacity: role.capacity ?? null } : null,
      data: data ?? null,
      metadata: metadata ?? null,
    }))
  })

  routes.withSession(getGarageHealth, async ({ storage }) => {
    const { status, ...health } = await withStorageErrors({ feature }, garageHealth(storage))
    return { ...health, status: STATUSES.find((one) => one === status) ?? ('unknown' as const) }
  })

  routes.withSession(getGarageLayout, async ({ storage }) => {
    const { roles, ...layout } = await withStorageErrors({ feature }, garageLayout(storage))
    return { ...layout, roles: roles.map((role) => ({ ...role, capacity: role.capacity ?? null })) }
  })
}
