/** Logs of the storage server. */
import type { Feature } from '../shared/feature.ts'
import { errorLogView } from './error-log.view.ts'
import { savedSearchRoutes } from './saved-searches.routes.ts'
import { logSearchRoutes } from './search.routes.ts'
import { setUpRoute } from './set-up.route.ts'

export { auditReceiver } from './audit-receiver.ts'
export { auditIngest } from './ingest.ts'

export const logs: Feature = [errorLogView, logSearchRoutes, savedSearchRoutes, setUpRoute]
