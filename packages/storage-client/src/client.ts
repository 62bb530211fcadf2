import type { Credentials } from '@cooperage/wire'
import type { StorageEndpoint } from './endpoint.ts'

/** Who a call is made for. The storage server's policies can depend on it. */
export interface Visitor {
  /** IP address. */
  address: string
  /** Whether the visitor reached the console over TLS. */
  isSecure: boolean
}

/** A server and the credentials to use with it: the first parameter of every call of this package. */
export interface StorageClient {
  endpoint: StorageEndpoint
  /** Sign every call. */
  credentials: Credentials
  /** Of a visitor who signed in to Garage: the admin token, and whether the credentials are a key that it created. */
  garage?: { token: string; hasKey: boolean }
  /** Without it, the call counts as the console's own. */
  visitor?: Visitor | undefined
  /** Aborts all calls of this client: the browser disconnected, or the deadline passed. */
  signal?: AbortSignal
}

/** A server without credentials, for the STS calls whose proof of identity is in their form. */
export type UnsignedClient = Omit<StorageClient, 'credentials'>
