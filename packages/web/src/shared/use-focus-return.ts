import { useEffect, useState } from 'react'

/**
 * Gives the keyboard back, when the component goes, to where it was before. For dialogs that are mounted while they are
 * open: Mantine's own return waits for `opened` to turn false, and then they are gone.
 */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}
