/** Runs a task for each item with limited concurrency and returns the results in order. */
export async function inParallel<Item, Result>(
  atOnce: number,
  items: readonly Item[],
  task: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const work = async () => {
    for (const [index, item] of waiting) results[index] = await task(item, index)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}
