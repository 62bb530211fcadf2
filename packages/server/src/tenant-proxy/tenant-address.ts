/** What is wrong with the address of a tenant, which its specification decides, and what an administrator does about it. */
import { bothTexts, detailText, type Text } from '@cooperage/contract'
import { diagnoseEndpoint, type EndpointProblem, type StorageError } from '@cooperage/storage-client'
import { connectionDetail } from '../shared/connection-detail.ts'
import type { OpenTenant } from './open-tenants.ts'

const DIAGNOSIS_MS = 5_000

/** Of the kinds of a problem. What a connection reports by itself needs none. */
const REASONS: Partial<Record<EndpointProblem['kind'], Text>> = {
  unknownName: detailText('tenantUnknownName'),
  skewed: detailText('tenantSkewed'),
  expired: detailText('tenantExpired'),
  otherName: detailText('tenantOtherName'),
  needsHttps: detailText('tenantNeedsHttps'),
  needsHttp: detailText('tenantNeedsHttp'),
  minioConsole: detailText('tenantMinioConsole'),
  website: detailText('tenantWebsite'),
}

/** Why signing in to a tenant failed. */
export async function tenantProblem(tenant: OpenTenant, error: StorageError, signal: AbortSignal): Promise<Text> {
  const address = detailText('tenantAddress', { address: tenant.url.origin })
  const detail =
    error.kind === 'timeout' ? connectionDetail(error, tenant.url.host) : await diagnosed(tenant, error, signal)
  return detail === undefined ? address : bothTexts(detail, address)
}

async function diagnosed(
  { url, trust }: OpenTenant,
  error: StorageError,
  signal: AbortSignal,
): Promise<Text | undefined> {
  const problem = await diagnoseEndpoint(url, AbortSignal.any([signal, AbortSignal.timeout(DIAGNOSIS_MS)]), trust)
  if (problem?.kind === 'untrusted') {
    return detailText('tenantUntrusted', { reason: problem.reason })
  }
  if (problem?.kind === 'proxy') return detailText('tenantProxy', { status: problem.status })
  return (problem && REASONS[problem.kind]) ?? connectionDetail(error, url.host)
}
