/**
 * Copies a text to the clipboard; false if the browser refuses. A page over plain HTTP has no `navigator.clipboard`: there the
 * text is selected in a hidden field, and copied as if by the user.
 */
export async function copyText(text: string): Promise<boolean> {
  // The types assume a secure context.
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (clipboard === undefined) return copyByHand(text)
  try {
    await clipboard.writeText(text)
    return true
  } catch {
    // Blocked by a browser policy, or the page has lost the focus: the fallback needs neither.
    return copyByHand(text)
  }
}

function copyByHand(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.setAttribute('aria-hidden', 'true')
  // Within the open dialog, which may trap the focus.
  const parent = before?.closest('[role="dialog"]') ?? document.body
  Object.assign(field.style, { position: 'fixed', top: '0', left: '0', opacity: '0', pointerEvents: 'none' })
  parent.append(field)
  try {
    field.select()
    return document.execCommand('copy')
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}
