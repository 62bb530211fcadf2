import type { Credentials } from '@cooperage/wire'
import type { StorageEndpoint } from './endpoint.ts'

/** Who asks which server: the first parameter of every call of this package. */
export interface StorageClient {
  endpoint: StorageEndpoint
  /** Every call is signed with these and with nothing else. */
  credentials: Credentials
  /** Ends all calls of this client: the visitor has gone, or the deadline is over. */
  signal?: AbortSignal
}
