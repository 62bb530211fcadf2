/** Links that outlive the session that created them. */
import type { Feature } from '../shared/feature.ts'
import { openShareLinks } from './links.ts'
import { manageRoutes } from './manage.routes.ts'
import { OpenTransfers } from './open-transfers.ts'
import { publicRoutes } from './public.routes.ts'

/** For administrators with several replicas. */
export const REPLICA_WARNING =
  'Share links and jobs are kept in the data folder, not in the database of COOPERAGE_AUDIT_STORE: each works only at the console that created it.'

export const shareLinks: Feature = [
  ({ routes, services, log }) => {
    // Only several replicas need that database.
    if (services.settings.auditStore instanceof URL) log.warn(REPLICA_WARNING)
    const parts = { routes, services, links: openShareLinks(services), transfers: new OpenTransfers() }
    manageRoutes(parts)
    publicRoutes(parts)
  },
]
