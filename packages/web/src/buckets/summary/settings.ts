import {
  getBucket,
  getBucketTags,
  getCors,
  getEncryption,
  getObjectLocking,
  getQuota,
  getReplication,
  getRetention,
  getVersioning,
  listBucketFigures,
} from '@cooperage/contract'
import { useCallback } from 'react'
import { useInvalidate } from '../../shared/api/use-api.ts'
import { showNotice } from '../../shared/feedback/messages.ts'

/** Everything that the summary shows is read again after any edit (spec core-console 4): one setting bears on another. */
const SETTINGS = [
  getBucket,
  getVersioning,
  getQuota,
  getRetention,
  getObjectLocking,
  getEncryption,
  getBucketTags,
  getCors,
  getReplication,
  listBucketFigures,
]

/** What a modal does when its setting was changed: says so, closes, and has the summary read again. */
export function useSaved(onClose: () => void): (notice: string) => void {
  const invalidate = useInvalidate()
  return useCallback(
    (notice) => {
      // Nobody waits for it: a setting that is slow to read, or cannot be, says so in its own place.
      void invalidate(...SETTINGS)
      showNotice(notice)
      onClose()
    },
    [invalidate, onClose],
  )
}
