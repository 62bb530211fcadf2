import type { Claims, ServiceAccountRecord, TemporaryRecord } from '../iam/records.ts'

/** Who a request speaks for. */
export interface Caller {
  /** `anonymous`: the request has no authentication at all. */
  kind: 'root' | 'user' | 'service-account' | 'temporary' | 'anonymous'
  /** The key that signed; empty for nobody. */
  accessKey: string
  /** Secret of that key: admin payloads are encrypted with it. */
  secretKey: string
  /** The account whose rights it uses: itself, or the parent of service accounts and temporary credentials. */
  account: string
  /** Whether that account is root. */
  isRoot: boolean
  /** Present when the key came from STS. */
  temporary?: TemporaryRecord
  /** Present for the key of a service account. */
  serviceAccount?: ServiceAccountRecord
}

export const ANONYMOUS: Caller = { kind: 'anonymous', accessKey: '', secretKey: '', account: '', isRoot: false }

/** What an identity provider said of who calls. */
export function claimsOf({ temporary, serviceAccount }: Caller): Claims | undefined {
  return temporary?.claims ?? serviceAccount?.claims
}
