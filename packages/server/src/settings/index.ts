/** The configuration of the storage server, and its restart. */
import type { Feature, Handlers } from '../shared/feature.ts'
import { configurationFileRoutes } from './configuration-file.routes.ts'
import { configurationRoutes } from './configurations.routes.ts'
import { pendingChangesOf } from './pending-changes.ts'
import { restartRoutes } from './restart.routes.ts'

export { withChangeErrors } from './change-errors.ts'
export { readStart, readStored } from './changes-since-start.ts'
export { checkValues } from './configurations.routes.ts'
export { pendingChangesOf } from './pending-changes.ts'
export { isSecretKey } from './secret-keys.ts'
export { toDetails, toTarget } from './section-details.ts'
export { CONFIG_ACTION, readSection, readSections } from './sections.ts'
export { isOn, type StoredTarget, storedTargets } from './stored-targets.ts'

const settingsRoutes: Handlers = (registry) => {
  const pending = pendingChangesOf(registry.services)
  configurationRoutes(registry, pending)
  configurationFileRoutes(registry, pending)
  restartRoutes(registry, pending)
}

export const settings: Feature = [settingsRoutes]
