/**
 * Runs a function for items in order with limited concurrency. After a stop or an error no further item is started; the promise
 * settles once no item is running, with the first error.
 */
export async function runInParallel<Item extends object>(
  items: readonly Item[],
  count: number,
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined && !signal.aborted; item = waiting.shift()) {
      try {
        await work(item)
      } catch (error) {
        waiting.length = 0
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: count }, worker))
  const problem = ended.find(({ status }) => status === 'rejected')
  if (problem?.status === 'rejected') throw problem.reason
}
