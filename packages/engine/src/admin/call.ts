import type { Exchange } from '../http/exchange.ts'
import type { HttpResponse } from '../http/response.ts'
import type { Caller } from '../identity/caller.ts'
import type { Permissions } from '../identity/permissions.ts'
import type { AdminServices } from './services.ts'

/** A verified request to the admin API. */
export interface AdminCall {
  engine: AdminServices
  exchange: Exchange
  caller: Caller
  query: URLSearchParams
  /** Values of the `{…}` segments of the route. */
  parameters: Readonly<Record<string, string>>
  allows: Permissions
  /**
   * Reads the body, once, verifies its signed hash and checks the caller again. `tooLong` creates the error for more than
   * `maxBytes`. @throws WireError
   */
  body(maxBytes?: number, tooLong?: () => Error): Promise<Buffer>
  /** Reads and decrypts the body, once. @throws WireError XMinioAdminConfigTooLarge, XMinioAdminConfigBadJSON */
  encryptedBody(): Promise<Buffer>
  /** Encrypts a response with the caller's secret key: text and bytes as they are, other values as JSON. */
  encryptedResponse(value: unknown): Promise<HttpResponse>
}

export type AdminOperation = (call: AdminCall) => Promise<HttpResponse>

/**
 * A call: its name, its pattern, the permission checked before it runs (null when the operation checks it or none is needed)
 * and its operation. `{…}` in the path matches any segment. Query parameters in the pattern are required; without them the
 * call is unknown, as in MinIO.
 */
export type AdminRoute = readonly [operation: string, pattern: string, permission: string | null, run: AdminOperation]
