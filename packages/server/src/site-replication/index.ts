/** Site replication: the sites, what differs between them, and changes of them. */
import type { Feature } from '../shared/feature.ts'
import { checkSitesRoute } from './check-sites.route.ts'
import { siteReplicationRoutes } from './site-replication.routes.ts'

export const siteReplication: Feature = [siteReplicationRoutes, checkSitesRoute]
