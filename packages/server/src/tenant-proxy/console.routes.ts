import { getTenantConsole } from '@cooperage/contract'
import type { OperatorRegistry } from '../shared/operator/operator-feature.ts'
import type { TenantVisits } from './tenant-visits.ts'

export const consoleRoutes =
  (visits: TenantVisits) =>
  ({ routes }: OperatorRegistry): void => {
    // Opening the frame would fail with the same error, but on a page that can only show it.
    routes.withSession(getTenantConsole, async ({ params, session, request, signal }) => {
      await visits.storageOf(session, params, { request, signal })
      return { path: `/api/proxy/${params.namespace}/${params.tenant}/` }
    })
  }
