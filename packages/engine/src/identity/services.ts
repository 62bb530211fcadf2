import type { Iam } from '../iam/iam.ts'
import type { RootCredentials } from '../root-credentials.ts'
import type { Store } from '../store/store.ts'

/** The parts of the engine that authentication and authorization use. */
export interface IdentityServices {
  root: RootCredentials
  iam: Iam
  /** `roles` returns the policy names of each role ARN. */
  openId: { roles(): ReadonlyMap<string, readonly string[]> }
  /** For bucket policies. */
  store: Pick<Store, 'getBucket' | 'getBucketDocument'>
  /** Empty: any region is accepted in signatures. */
  region: string
  acceptsSignatureV2: boolean
}
