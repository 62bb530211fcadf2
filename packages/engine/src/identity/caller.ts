import type { Claims, ServiceAccountRecord, TemporaryRecord } from '../iam/records.ts'

/** The principal of a request. */
export interface Caller {
  /** `anonymous` for an unsigned request. */
  kind: 'root' | 'user' | 'service-account' | 'temporary' | 'anonymous'
  /** The access key that signed; empty for an anonymous caller. */
  accessKey: string
  /** Secret of that key, with which admin payloads are encrypted. */
  secretKey: string
  /** The account whose permissions apply: the parent for service accounts and temporary credentials. */
  account: string
  /** Whether that account is root. */
  isRoot: boolean
  /** Present for temporary credentials. */
  temporary?: TemporaryRecord
  /** Present for service accounts. */
  serviceAccount?: ServiceAccountRecord
}

export const ANONYMOUS: Caller = { kind: 'anonymous', accessKey: '', secretKey: '', account: '', isRoot: false }

/** The caller's groups in a directory. */
export function groupsOf({
  temporary,
  serviceAccount,
}: Pick<Caller, 'temporary' | 'serviceAccount'>): readonly string[] {
  return temporary?.groups ?? serviceAccount?.groups ?? []
}

/** The claims of the caller's identity provider. */
export function claimsOf({ temporary, serviceAccount }: Caller): Claims | undefined {
  return temporary?.claims ?? serviceAccount?.claims
}
