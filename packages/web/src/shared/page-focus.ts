// The first page of a document keeps the browser's own focus; every later one is announced by focusing its heading.
let isFirstPage = true

/** Whether the page being shown came by a navigation within the document; from now on every page does. */
export function takesFocus(): boolean {
  const takes = !isFirstPage
  isFirstPage = false
  return takes
}

/** For what leads to a page without being one that has a heading of the shell. */
export function nextPageTakesFocus(): void {
  isFirstPage = false
}
