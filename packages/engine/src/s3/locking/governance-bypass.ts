import type { GovernanceBypass } from '../../store/store.ts'
import type { S3Call } from '../call.ts'
import { s3Error } from '../errors.ts'
import { lockContext } from './lock-conditions.ts'

/**
 * The permission check for a request to bypass governance retention. The store calls it only for versions that governance
 * retention protects, so that clients may always send the header.
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
