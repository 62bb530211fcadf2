import type { WireError } from '@cooperage/wire'
import type { Exchange } from './exchange.ts'
import type { HttpResponse } from './response.ts'

/** One of the protocols that share the port; `Services` are the parts of the engine that it uses. */
export interface ProtocolHandler<Services> {
  accepts(exchange: Exchange): boolean
  respond(engine: Services, exchange: Exchange): Promise<HttpResponse>
  /** Whether a request waits while S3 is frozen, and counts against `api requests_max`. Absent: none does. */
  isLimited?(exchange: Exchange): boolean
  /** The protocol's own document for an error. */
  errorResponse(engine: Services, exchange: Exchange, error: WireError): HttpResponse
}
