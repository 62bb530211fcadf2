/** Calls that are sent to a server at the same time for one list. */
const PARALLEL = 8

/** Calls a function for every item, several at a time, and returns the results in order. After a failure, no further item is started. */
export async function inParallel<T, R>(items: Iterable<T>, call: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = [...items].entries()
  let hasFailed = false
  const worker = async () => {
    for (const [index, item] of waiting) {
      if (hasFailed) return
      try {
        results[index] = await call(item)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
  return results
}
