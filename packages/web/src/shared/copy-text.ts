/**
 * Puts a text onto the clipboard; false when the browser refuses. A page over plain HTTP has no `navigator.clipboard`: there
 * the text is marked in a field that nobody sees, and copied as if by hand.
 */
export async function copyText(text: string): Promise<boolean> {
  // The types know only secure pages.
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (clipboard === undefined) return copyByHand(text)
  try {
    await clipboard.writeText(text)
    return true
  } catch {
    // Refused by a policy of the browser, or the page has lost the focus: the other way asks for neither.
    return copyByHand(text)
  }
}

function copyByHand(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.setAttribute('aria-hidden', 'true')
  // Within the dialog that is open, which may let the focus go nowhere else.
  const place = before?.closest('[role="dialog"]') ?? document.body
  Object.assign(field.style, { position: 'fixed', top: '0', left: '0', opacity: '0', pointerEvents: 'none' })
  place.append(field)
  try {
    field.select()
    return document.execCommand('copy')
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}
