import type { GovernanceBypass } from '../../store/store.ts'
import type { S3Call } from '../call.ts'
import { s3Error } from '../errors.ts'
import { lockContext } from './lock-conditions.ts'

/**
 * For the store, when the request asks to bypass governance: it is asked only of a version that governance alone keeps, and
 * who may not is refused then, so that the header harms nobody who sends it always.
 */
export function governanceBypass({ headers, bucket, allows }: S3Call): { bypassGovernance?: GovernanceBypass } {
  if (String(headers['x-amz-bypass-governance-retention']).toLowerCase() !== 'true') return {}
  return {
    bypassGovernance({ key, versionId, lock = {} }) {
      const context = { ...lockContext(lock, Date.now()), 's3:versionid': versionId }
      if (!allows('s3:BypassGovernanceRetention', bucket, key, context)) throw s3Error('AccessDenied')
    },
  }
}
