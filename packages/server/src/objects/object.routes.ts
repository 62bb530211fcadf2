import type { RouteRegistry } from '../shared/register-route.ts'
import { deleteRoutes } from './delete.routes.ts'
import { downloadRoute } from './download.route.ts'
import { listRoute } from './list.route.ts'
import { uploadRoute } from './upload.route.ts'

export function objectRoutes(routes: RouteRegistry): void {
  listRoute(routes)
  uploadRoute(routes)
  downloadRoute(routes)
  deleteRoutes(routes)
}
