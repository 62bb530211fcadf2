import { getBucket, listAnonymousRules } from '@cooperage/contract'
import { useCallback } from 'react'
import { useExposureChange } from '../../../policies/index.ts'
import { useInvalidate } from '../../../shared/api/use-api.ts'

/** Reloads the rules of a bucket, and its policy, of which they are a part. */
export function useRulesChanged(bucket: string): () => void {
  const invalidate = useInvalidate()
  const exposureChanged = useExposureChange()
  return useCallback(() => {
    void invalidate(listAnonymousRules, getBucket)
    exposureChanged(bucket)
  }, [invalidate, exposureChanged, bucket])
}
