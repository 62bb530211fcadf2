import type { WireError } from '@cooperage/wire'
import type { Engine } from '../engine.ts'
import type { Exchange } from './exchange.ts'
import type { HttpResponse } from './response.ts'

/** One of the protocols that share the port. */
export interface ProtocolHandler {
  accepts(exchange: Exchange): boolean
  respond(engine: Engine, exchange: Exchange): Promise<HttpResponse>
  /** Whether a request waits while S3 is frozen, and counts against `api requests_max`. Absent: none does. */
  isLimited?(exchange: Exchange): boolean
  /** The protocol's own document for an error. */
  errorResponse(engine: Engine, exchange: Exchange, error: WireError): HttpResponse
}
