/** How measurements are repeated. */

/**
 * Runs every side once in each repetition, alternating, so that a slow moment of the machine affects all of them; one warm-up round
 * is not counted. Returns the results of each side, one per repetition.
 */
export async function inTurn<const Sides extends Record<string, () => Promise<unknown>>>(
  repetitions: number,
  sides: Sides,
): Promise<{ [K in keyof Sides]: Awaited<ReturnType<Sides[K]>>[] }> {
  const results: Record<string, unknown[]> = Object.fromEntries(Object.keys(sides).map((name) => [name, []]))
  for (let round = 0; round <= repetitions; round++) {
    for (const [name, run] of Object.entries(sides)) {
      const result = await run()
      if (round > 0) results[name]?.push(result)
    }
  }
  return results as { [K in keyof Sides]: Awaited<ReturnType<Sides[K]>>[] }
}

/** Runs `work` for each number below `count`, on all workers. */
export async function shared<Worker>(
  workers: readonly Worker[],
  count: number,
  work: (worker: Worker, index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0
  await Promise.all(
    workers.map(async (worker) => {
      while (next < count) await work(worker, next++)
    }),
  )
}
