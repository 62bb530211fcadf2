import { getObjectDetails } from '@cooperage/contract'
import { useCallback } from 'react'
import { useInvalidate } from '../../shared/api/use-api.ts'
import { showNotice } from '../../shared/feedback/messages.ts'
import { useVersionsChanged } from './use-versions.ts'

/** After a write, some servers list the versions as they were for a moment. */
const LISTS_LAG_MS = 2500

/** Has the page read again what it shows of its object. */
export function useChangedObject(): () => void {
  const invalidate = useInvalidate()
  const versionsChanged = useVersionsChanged()
  return useCallback(() => {
    // Nobody waits for it: what cannot be read says so in its own place.
    void invalidate(getObjectDetails)
    void versionsChanged()
    setTimeout(() => void versionsChanged(), LISTS_LAG_MS)
  }, [invalidate, versionsChanged])
}

/** What a dialog does when it has changed the object: says so, closes, and has the page read again. */
export function useChanged(onClose: () => void): (notice: string) => void {
  const changed = useChangedObject()
  return useCallback(
    (notice) => {
      changed()
      showNotice(notice)
      onClose()
    },
    [changed, onClose],
  )
}
