import { getObjectDetails } from '@cooperage/contract'
import { useCallback } from 'react'
import { useInvalidate } from '../../shared/api/use-api.ts'
import { showNotice } from '../../shared/feedback/messages.ts'
import { useVersionsChanged } from './use-versions.ts'

/** After a write, some servers return the old list of versions for a moment. */
const LISTS_LAG_MS = 2500

/** Reloads what the page shows of its object. */
export function useChangedObject(): () => void {
  const invalidate = useInvalidate()
  const versionsChanged = useVersionsChanged()
  return useCallback(() => {
    // Not awaited: a part that can't be loaded says so in its own place.
    void invalidate(getObjectDetails)
    void versionsChanged()
    setTimeout(() => void versionsChanged(), LISTS_LAG_MS)
  }, [invalidate, versionsChanged])
}

/** Runs after a dialog has changed the object: shows a notice, closes the dialog, and reloads the page. */
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
