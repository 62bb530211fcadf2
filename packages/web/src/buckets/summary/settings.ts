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

/** Everything on the summary is reloaded after any edit (spec core-console 4): settings affect each other. */
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

/** Runs after a setting was saved: shows a notice, closes the modal, and reloads the summary. */
export function useSaved(onClose: () => void): (notice: string) => void {
  const invalidate = useInvalidate()
  return useCallback(
    (notice) => {
      // Not awaited: a setting that loads slowly, or fails, reports it in its own card.
      void invalidate(...SETTINGS)
      showNotice(notice)
      onClose()
    },
    [invalidate, onClose],
  )
}
