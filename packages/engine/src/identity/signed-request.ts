import type { IncomingHttpHeaders } from 'node:http'
import type { IncomingRequest } from '@cooperage/wire'
import type { Caller } from './caller.ts'

/** The parts of a request that authentication and authorization read. */
export interface SignedRequest {
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** Address of the client, without port. */
  clientAddress: string
  /** Whether the client used TLS. */
  isSecure: boolean
  /** What signatures are verified against. */
  signed: IncomingRequest
  facts: SignedFacts
}

export interface SignedFacts {
  operation?: string
  /** Set by authentication. */
  caller?: Caller
}
