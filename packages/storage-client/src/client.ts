import type { Credentials } from '@cooperage/wire'
import type { StorageEndpoint } from './endpoint.ts'

/** A server and the credentials to use with it: the first parameter of every call of this package. */
export interface StorageClient {
  endpoint: StorageEndpoint
  /** Sign every call. */
  credentials: Credentials
  /** Aborts all calls of this client: the browser disconnected, or the deadline passed. */
  signal?: AbortSignal
}

/** A server without credentials, for the STS calls whose proof of identity is in their form. */
export type UnsignedClient = Omit<StorageClient, 'credentials'>
