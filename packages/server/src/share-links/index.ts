/** Links that outlive the session that created them. */
import type { Feature } from '../shared/feature.ts'
import { linkTables } from './link-tables.ts'
import { openShareLinks } from './links.ts'
import { manageRoutes } from './manage.routes.ts'
import { OpenTransfers } from './open-transfers.ts'
import { publicRoutes } from './public.routes.ts'

export const shareLinks: Feature = [
  ({ routes, services, log }) => {
    const links = openShareLinks(linkTables(services, log), services)
    const hasReplicas = services.sharedStore !== services.store
    const parts = { routes, services, links, transfers: new OpenTransfers(hasReplicas ? links.notRevoked : undefined) }
    manageRoutes(parts)
    publicRoutes(parts)
  },
]
