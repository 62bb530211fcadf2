import type { RouteRegistry } from '../shared/register-route.ts'
import type { Services } from '../shared/services.ts'
import { deleteRoutes } from './delete.routes.ts'
import { downloadRoute } from './download.route.ts'
import { downloadSelectionRoute } from './download-selection.route.ts'
import { listRoute } from './list.route.ts'
import { shareRoute } from './share.route.ts'
import { uploadRoute } from './upload.route.ts'

export function objectRoutes(routes: RouteRegistry, services: Services): void {
  listRoute(routes)
  uploadRoute(routes)
  downloadRoute(routes)
  downloadSelectionRoute(routes)
  deleteRoutes(routes)
  shareRoute(routes, services)
}
