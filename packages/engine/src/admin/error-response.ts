import { type WireError, writeAdminError } from '@cooperage/wire'
import type { Exchange } from '../http/exchange.ts'
import type { HttpResponse } from '../http/response.ts'

/** The JSON error document of the admin API, which key management and metrics use too. */
export function adminErrorResponse(
  { hostId, region }: { hostId: string; region: string },
  { path, requestId }: Exchange,
  { code, message, status }: WireError,
): HttpResponse {
  const body = writeAdminError({ code, message, resource: path, requestId, hostId, region })
  return { status, headers: { 'content-type': 'application/json' }, body }
}
