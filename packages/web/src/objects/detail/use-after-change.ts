import { getObjectDetails } from '@cooperage/contract'
import { useCallback } from 'react'
import { useInvalidate } from '../../shared/api/use-api.ts'
import { showNotice } from '../../shared/feedback/messages.ts'
import { useReloadVersions } from './use-versions.ts'

/** After a write, some servers return the old list of versions for a moment. */
const LISTS_LAG_MS = 2500

/** Reloads what the page shows of its object. */
export function useReloadObject(): () => void {
  const invalidate = useInvalidate()
  const reloadVersions = useReloadVersions()
  return useCallback(() => {
    // Not awaited: a part that can't be loaded says so in its own place.
    void invalidate(getObjectDetails)
    void reloadVersions()
    setTimeout(() => void reloadVersions(), LISTS_LAG_MS)
  }, [invalidate, reloadVersions])
}

/** Runs after a dialog has changed the object: shows a notice, closes the dialog, and reloads the page. */
export function useAfterChange(onClose: () => void): (notice: string) => void {
  const reload = useReloadObject()
  return useCallback(
    (notice) => {
      reload()
      showNotice(notice)
      onClose()
    },
    [reload, onClose],
  )
}
