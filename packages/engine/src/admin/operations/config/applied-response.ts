import type { HttpResponse } from '../../../http/response.ts'

/** Without the header, clients say that a restart is required. */
export function appliedResponse(isApplied: boolean): HttpResponse {
  return { status: 200, headers: isApplied ? { 'x-minio-config-applied': 'true' } : {} }
}
