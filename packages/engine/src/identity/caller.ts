import type { TemporaryCredentials } from './temporary-credentials.ts'

/** Who a verified request speaks for. */
export interface Caller {
  /** The key that signed. */
  accessKey: string
  /** Secret of that key: admin payloads are encrypted with it. */
  secretKey: string
  /** The account whose rights it uses: itself, or the parent of temporary credentials. */
  account: string
  isRoot: boolean
  /** Present when the key came from STS. */
  temporary?: TemporaryCredentials
}
