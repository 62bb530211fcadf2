/** The configuration of the storage server, and its restart. */
import type { Feature, Handlers } from '../shared/feature.ts'
import { configurationFileRoutes } from './configuration-file.routes.ts'
import { configurationRoutes } from './configurations.routes.ts'
import { pendingChangesOf } from './pending-changes.ts'
import { restartRoutes } from './restart.routes.ts'

const settingsRoutes: Handlers = (registry) => {
  const pending = pendingChangesOf(registry.services)
  configurationRoutes(registry, pending)
  configurationFileRoutes(registry, pending)
  restartRoutes(registry, pending)
}

export const settings: Feature = [settingsRoutes]
