import { useEffect, useState } from 'react'

/** The button of a menu that was left by an entry, until the keyboard is somewhere again. */
let leftMenu: HTMLElement | null = null

/** What an entry of a menu opens gives the keyboard back to the menu's button: the entry is gone by then. */
export function leaveMenu(opener: HTMLElement | null): void {
  leftMenu = opener
  document.addEventListener('focusin', () => (leftMenu = null), { once: true })
}

/**
 * Gives the keyboard back, when the component goes, to where it was before. For dialogs that are mounted while they are
 * open: Mantine's own return waits for `opened` to turn false, and then they are gone.
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
