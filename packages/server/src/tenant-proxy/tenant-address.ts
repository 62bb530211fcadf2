/** What is wrong with the address of a tenant, which its specification decides, and what an administrator does about it. */
import { diagnoseEndpoint, type EndpointProblem, type StorageError } from '@cooperage/storage-client'
import { connectionDetail } from '../shared/connection-detail.ts'
import type { OpenTenant } from './open-tenants.ts'

const DIAGNOSIS_MS = 5_000

/** Of the kinds of a problem. What a connection reports by itself needs none. */
const REASONS: Partial<Record<EndpointProblem['kind'], string>> = {
  unknownName: 'This name has no address: check that the service “minio” of the tenant exists.',
  skewed: 'Its clock and that of the console differ by more than 15 minutes: correct the one that is wrong.',
  expired: 'Its certificate has expired or isn’t valid yet: renew it.',
  otherName: 'Its certificate is for another host name: issue one for the service of the tenant.',
  needsHttps: 'It expects HTTPS, but the tenant is specified without TLS: turn on its TLS.',
  needsHttp:
    'It expects plain HTTP, but the tenant is specified with TLS: check its certificates, or turn off its TLS.',
  minioConsole: 'MinIO’s console responds there: check the ports of the service “minio”.',
  website: 'What responds there isn’t a storage server: check where the service “minio” leads.',
}

/** Why signing in to a tenant failed. */
export async function tenantProblem(tenant: OpenTenant, error: StorageError, signal: AbortSignal): Promise<string> {
  const address = `Its address is ${tenant.url.origin}.`
  const detail = error.kind === 'timeout' ? connectionDetail(error) : await diagnosed(tenant, error, signal)
  return detail === '' ? address : `${detail} ${address}`
}

async function diagnosed({ url, trust }: OpenTenant, error: StorageError, signal: AbortSignal): Promise<string> {
  const problem = await diagnoseEndpoint(url, AbortSignal.any([signal, AbortSignal.timeout(DIAGNOSIS_MS)]), trust)
  if (problem?.kind === 'untrusted') {
    return `The console doesn't trust its certificate: ${problem.reason}. Add the certificate of its authority to the tenant, or to COOPERAGE_CA_FILE.`
  }
  if (problem?.kind === 'proxy') return `A proxy responds there, which can’t reach it (status ${problem.status}).`
  return (problem && REASONS[problem.kind]) ?? connectionDetail(error)
}
