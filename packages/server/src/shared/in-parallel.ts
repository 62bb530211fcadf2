/**
 * Runs a function for every item with limited concurrency. After a failure no further item is started; the failure is thrown
 * once all running items have finished.
 */
export async function inParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  const failures: unknown[] = []
  const worker = async () => {
    try {
      while (failures.length === 0) {
        const next = await waiting.next()
        if (next.done || failures.length > 0) return
        await work(next.value)
      }
    } catch (error) {
      failures.push(error)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  if (failures.length > 0) throw failures[0]
}
