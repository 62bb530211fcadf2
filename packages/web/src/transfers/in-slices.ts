/** How long the page works on items before it does something else. */
const SLICE_MS = 15

/** Like `items.map(work)`, but of thousands of items only a few at a time, so that the page never pauses. */
export async function inSlices<T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> {
  const results: R[] = []
  let since = performance.now()
  for (const item of items) {
    results.push(work(item))
    if (performance.now() - since < SLICE_MS) continue
    await new Promise((resolve) => setTimeout(resolve))
    since = performance.now()
  }
  return results
}
