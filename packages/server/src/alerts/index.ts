/** Alerts about the storage server and the console (decision 43). */
import { metricsOf } from '../dashboard/index.ts'
import type { Feature } from '../shared/feature.ts'
import { alertRoutes } from './alerts.routes.ts'
import { Alerts } from './alerts.ts'
import { channelRoutes } from './channels.routes.ts'

export const alerts: Feature = [
  (registry) => {
    const { services, log, onClose } = registry
    const running = new Alerts(services, metricsOf(registry), log)
    alertRoutes(registry, running)
    channelRoutes(registry, running)
    running.start()
    onClose(() => running.close())
  },
]
