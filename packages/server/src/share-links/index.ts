/** Links that outlive the session that created them. */
import type { Feature } from '../shared/feature.ts'
import { openShareLinks } from './links.ts'
import { manageRoutes } from './manage.routes.ts'
import { OpenTransfers } from './open-transfers.ts'
import { publicRoutes } from './public.routes.ts'

export const shareLinks: Feature = [
  ({ routes, services }) => {
    const parts = { routes, services, links: openShareLinks(services), transfers: new OpenTransfers() }
    manageRoutes(parts)
    publicRoutes(parts)
  },
]
