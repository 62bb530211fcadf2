/** The outcome of `run`, which the first call starts. After a failure the next call starts it again. */
export function untilItSucceeds<T>(run: () => Promise<T>): () => Promise<T> {
  let outcome: Promise<T> | undefined
  return () => {
    outcome ??= run().catch((error: unknown) => {
      outcome = undefined
      throw error
    })
    return outcome
  }
}
