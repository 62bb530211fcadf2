import type { HttpResponse } from '../../../http/response.ts'

/** Without the header a client says that a restart is needed. */
export function appliedResponse(isApplied: boolean): HttpResponse {
  return { status: 200, headers: isApplied ? { 'x-minio-config-applied': 'true' } : {} }
}
