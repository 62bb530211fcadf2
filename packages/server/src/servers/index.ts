/** Several storage servers at one address (decision 39): each has its console below `/servers/{name}/`. */
import type { Feature } from '../shared/feature.ts'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import { addedServersRoutes } from './added-servers.routes.ts'
import { serversRoutes } from './servers.routes.ts'

export { type Passed, passToServers } from './pass-to-servers.ts'
export { serverListRoute } from './servers.routes.ts'

export const servers: Feature = [serversRoutes, accountsRoutes, addedServersRoutes]
