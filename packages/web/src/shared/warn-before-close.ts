/** Work that would be cut off by closing the tab, while `isOpen`. */
interface OpenWork {
  readonly isOpen: boolean
  subscribe(listener: () => void): unknown
}

/** Lets the browser ask before the tab is closed on open work, and only then: a listener that stays costs the page its place in the back/forward cache. */
export function warnBeforeClose(work: OpenWork): void {
  const ask = (event: BeforeUnloadEvent) => {
    // Listeners hear of an end a moment later.
    if (work.isOpen) event.preventDefault()
  }
  let isWarning = false
  work.subscribe(() => {
    if (work.isOpen === isWarning) return
    isWarning = work.isOpen
    if (isWarning) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  })
}
