import { useEffect, useState } from 'react'

/** Attribute of the empty state of a list. */
export const EMPTY_STATE = 'data-empty-state'
/** Attribute of the card of a list: its rows, and what can be done with the selected ones. */
export const LIST = 'data-list'

/** The button of a menu after an entry was chosen, until something is focused again. */
let leftMenu: HTMLElement | null = null

/** A dialog opened by a menu entry returns the focus to the menu's button, since the entry is unmounted by then. */
export function leaveMenu(opener: HTMLElement | null): void {
  leftMenu = opener
  document.addEventListener('focusin', () => (leftMenu = null), { once: true })
}

/**
 * Returns the focus on unmount to where it was before, or close to it if that is gone, like the button of a row that was deleted.
 * For dialogs that are mounted only while they are open: Mantine's own return waits for `opened` to turn false, which they
 * never see.
 */
export function useFocusReturn(): void {
  const [before] = useState(() => leftMenu ?? document.activeElement)
  const [list] = useState(() => before?.closest(`[${LIST}]`) ?? null)
  const [isInEmptyState] = useState(() => before?.closest(`[${EMPTY_STATE}]`) != null)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
      else if (document.activeElement === document.body) {
        const successor = isInEmptyState ? buttonWith(before?.textContent) : undefined
        if (successor) successor.focus({ preventScroll: true })
        else focusList(list)
      }
    },
    [before, list, isInEmptyState],
  )
}

/** The button that was in the empty state of a list that now has rows, in its usual place (see `placedButton`). */
function buttonWith(text: string | undefined): HTMLElement | undefined {
  return [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text)
}

/** Focuses the row or tile of a list that Tab reaches, or else the heading of the page. */
export function focusList(list: Element | null): void {
  const row = list?.isConnected ? list.querySelector<HTMLElement>(':is([data-index], [data-tile])[tabindex="0"]') : null
  const place = row ?? document.querySelector('h1')
  place?.focus({ preventScroll: true })
}
