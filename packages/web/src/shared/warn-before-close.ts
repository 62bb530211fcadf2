/** Work that closing the tab would interrupt, while `isOpen`. */
interface OpenWork {
  readonly isOpen: boolean
  subscribe(listener: () => void): unknown
}

/** Makes the browser confirm closing the tab while work is open; a permanent listener would disable the back/forward cache. */
export function warnBeforeClose(work: OpenWork): void {
  const confirmClose = (event: BeforeUnloadEvent) => {
    // Listeners are notified of an end a moment later.
    if (work.isOpen) event.preventDefault()
  }
  let isWarning = false
  work.subscribe(() => {
    if (work.isOpen === isWarning) return
    isWarning = work.isOpen
    if (isWarning) window.addEventListener('beforeunload', confirmClose)
    else window.removeEventListener('beforeunload', confirmClose)
  })
}
