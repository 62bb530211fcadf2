import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Client } from '@cooperage/listener'
import type { SignedFacts, SignedRequest } from '../identity/signed-request.ts'
import { receive } from './receive.ts'

/** Details collected while a request is handled, for logs, traces and metrics. */
interface ExchangeFacts extends SignedFacts {
  /** `s3`, `admin`, `sts`, `health`, `metrics`, … */
  protocol: string
  bucket?: string
  key?: string
  /** Error code of the response. */
  errorCode?: string
}

/** A request, as protocol handlers see it. */
export interface Exchange extends SignedRequest {
  requestId: string
  method: string
  /** As received: percent-encoded, without query. */
  path: string
  facts: ExchangeFacts
  /** The request body. Can be read once, which sends "100 Continue" to a waiting client. */
  body(): AsyncIterable<Uint8Array>
}

export function openExchange(incoming: IncomingMessage, response: ServerResponse, client: Client): Exchange {
  const { method = 'GET', headers } = incoming
  // A proxy may send the absolute form of the target (RFC 9112, 3.2.2); signatures cover path and query only.
  const target = (incoming.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '')
  const mark = target.indexOf('?')
  const query = mark < 0 ? '' : target.slice(mark + 1)
  return {
    requestId: newRequestId(),
    method,
    path: (mark < 0 ? target : target.slice(0, mark)) || '/',
    query: new URLSearchParams(query),
    headers,
    clientAddress: client.address,
    isSecure: client.isSecure,
    signed: { method, target, headers: incoming.headersDistinct },
    facts: { protocol: '' },
    body: () => ({
      [Symbol.asyncIterator]() {
        // The listener rejects all other expectations.
        if (headers.expect) response.writeContinue()
        return receive(incoming)
      },
    }),
  }
}

let serial = 0

/** 16 hexadecimal digits, later ones greater: nanoseconds since the epoch, from a clock with millisecond resolution. */
function newRequestId(now = Date.now()): string {
  serial = (serial + 1) % 1_000_000
  return (BigInt(now) * 1_000_000n + BigInt(serial)).toString(16).toUpperCase().padStart(16, '0')
}
