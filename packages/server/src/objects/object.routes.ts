import type { RouteRegistry } from '../shared/register-route.ts'
import type { Services } from '../shared/services.ts'
import { changeRoute } from './change.route.ts'
import { copyRoute } from './copy.route.ts'
import { deleteRoutes } from './delete.routes.ts'
import { detailsRoute } from './details.route.ts'
import { downloadRoute } from './download.route.ts'
import { downloadSelectionRoute } from './download-selection.route.ts'
import { listRoute } from './list.route.ts'
import { lockRoutes } from './lock.routes.ts'
import { restoreRoute } from './restore.route.ts'
import { rewindRoute } from './rewind.route.ts'
import { searchRoute } from './search.route.ts'
import { shareRoute } from './share.route.ts'
import { uploadRoute } from './upload.route.ts'
import { uploadsRoutes } from './uploads.routes.ts'

export function objectRoutes(routes: RouteRegistry, services: Services): void {
  listRoute(routes)
  rewindRoute(routes)
  searchRoute(routes)
  detailsRoute(routes)
  lockRoutes(routes)
  restoreRoute(routes)
  changeRoute(routes)
  copyRoute(routes)
  uploadsRoutes(routes)
  uploadRoute(routes)
  downloadRoute(routes)
  downloadSelectionRoute(routes)
  deleteRoutes(routes)
  shareRoute(routes, services)
}
