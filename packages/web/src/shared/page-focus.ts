// The first page of a document keeps the browser's own focus; later ones are announced by focusing their headings.
let isFirstPage = true

/** Whether the current page was opened by a navigation within the document; from now on every page is. */
export function takesFocus(): boolean {
  const takes = !isFirstPage
  isFirstPage = false
  return takes
}

/** For pages outside the shell that lead to a page with a heading. */
export function nextPageTakesFocus(): void {
  isFirstPage = false
}
