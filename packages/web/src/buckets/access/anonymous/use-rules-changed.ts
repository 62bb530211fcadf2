import { getBucket, listAnonymousRules } from '@cooperage/contract'
import { useCallback } from 'react'
import { useExposureChange } from '../../../policies/index.ts'
import { useInvalidate } from '../../../shared/api/use-api.ts'

/** To be called when the rules of a bucket are other ones than is shown: they are parts of its policy. */
export function useRulesChanged(bucket: string): () => void {
  const invalidate = useInvalidate()
  const exposureChanged = useExposureChange()
  return useCallback(() => {
    void invalidate(listAnonymousRules, getBucket)
    exposureChanged(bucket)
  }, [invalidate, exposureChanged, bucket])
}
