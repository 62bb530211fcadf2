import type { Engine } from '../engine.ts'
import type { Exchange } from '../http/exchange.ts'
import type { HttpResponse } from '../http/response.ts'
import type { Caller } from '../identity/caller.ts'
import type { Permissions } from '../identity/permissions.ts'

/** A verified request to the admin API. */
export interface AdminCall {
  engine: Engine
  exchange: Exchange
  caller: Caller
  query: URLSearchParams
  /** Values of the `{…}` segments of the route's path. */
  parameters: Readonly<Record<string, string>>
  allows: Permissions
  /** The body as it came, once; its signed hash is checked, and the caller again. `tooLong` gives the error for more than `maxBytes`. @throws WireError */
  body(maxBytes?: number, tooLong?: () => Error): Promise<Buffer>
  /** The body decrypted with the caller's secret key, once. @throws WireError XMinioAdminConfigTooLarge, XMinioAdminConfigBadJSON */
  encryptedBody(): Promise<Buffer>
  /** A JSON answer (or text, or bytes, as they are) encrypted with the caller's secret key. */
  encryptedResponse(value: unknown): Promise<HttpResponse>
}

export type AdminOperation = (call: AdminCall) => Promise<HttpResponse>
