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
  type Route,
} from '@cooperage/contract'
import { useInvalidate } from '../../shared/api/use-api.ts'
import { useChange } from '../../shared/api/use-change.ts'

/** The settings that can be edited. */
export type SettingId = 'access' | 'versioning' | 'quota' | 'retention' | 'encryption' | 'tags' | 'cors'

export interface SettingModalProps {
  bucket: string
  onClose: () => void
}

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

interface SettingChange {
  notice: string
  /** Called as soon as it is saved. */
  onSuccess?: () => void
  onClose: () => void
}

/** The call that saves a setting: shows a notice, closes the modal, and reloads the summary. */
export function useSettingChange<R extends Route>(route: R, { onClose, ...change }: SettingChange) {
  const invalidate = useInvalidate()
  return useChange(route, {
    ...change,
    changes: [],
    onDone: () => {
      // Not awaited: a setting that loads slowly, or fails, reports it in its own card.
      void invalidate(...SETTINGS)
      onClose()
    },
  })
}
