import { AppError, errorText, getTenantUsage } from '@cooperage/contract'
import type { Tenant } from '@cooperage/kube-client'
import { type ServerInfo, serverInfo } from '@cooperage/storage-client'
import { knownError } from '../shared/error-responses.ts'
import type { OperatorRegistry } from '../shared/operator/operator-feature.ts'
import { readTenant, tenantEntry } from '../tenants/index.ts'
import type { TenantVisits } from './tenant-visits.ts'

/** How long a tenant may take to report its usage. After that, the operator's last measurement is shown. */
const PATIENCE_MS = 4_000

/** Usage as counted by the tenant or, if it doesn't respond, as last measured by the operator. */
export const usageRoutes =
  (visits: TenantVisits) =>
  ({ routes }: OperatorRegistry): void => {
    routes.withSession(getTenantUsage, async ({ params, session, kube, request, signal }) => {
      const tenant = await readTenant(kube, params)
      try {
        const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
        const storage = await visits.storageOf(session, params, { request, signal: patience })
        const info = await serverInfo(storage)
        return { used: info.usageBytes, disk_used: diskUsed(info, tenant), problem: '' }
      } catch (error) {
        const known = knownError(error)
        if (known === undefined || known.code === 'SessionEnded') throw error
        const { usage, rawUsage } = tenant.status?.usage ?? {}
        if (usage === undefined && rawUsage === undefined) {
          throw new AppError('NoTenantUsage', {}, { cause: known, detailedMessage: errorText(known) })
        }
        return { used: usage ?? 0, disk_used: rawUsage ?? 0, problem: known.message, text: errorText(known) }
      }
    })
  }

/**
 * How much of the drives the objects use. Volumes that are folders of a node report its whole disk, with what others have stored
 * there, and so do tenants of the embedded platform, which have one drive for all volumes: then the objects' size is closer.
 */
function diskUsed({ servers, usageBytes }: ServerInfo, tenant: Tenant): number {
  const drives = servers.flatMap((server) => server.drives)
  const total = drives.reduce((sum, { totalBytes }) => sum + totalBytes, 0)
  const { volume_count, total_size } = tenantEntry(tenant)
  if (drives.length < volume_count || total > total_size * 1.1) return usageBytes
  return drives.reduce((sum, { usedBytes }) => sum + usedBytes, 0)
}
