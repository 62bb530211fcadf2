import { useEffect, useState } from 'react'

/** The button of a menu after an entry was chosen, until something is focused again. */
let leftMenu: HTMLElement | null = null

/** A dialog opened by a menu entry returns the focus to the menu's button, since the entry is unmounted by then. */
export function leaveMenu(opener: HTMLElement | null): void {
  leftMenu = opener
  document.addEventListener('focusin', () => (leftMenu = null), { once: true })
}

/**
 * Returns the focus on unmount to where it was before. For dialogs that are mounted only while they are open: Mantine's own
 * return waits for `opened` to turn false, which they never see.
 */
export function useFocusReturn(): void {
  const [before] = useState(() => leftMenu ?? document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}
