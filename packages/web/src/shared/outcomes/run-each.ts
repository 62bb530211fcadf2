import { ApiError } from '../api/api-error.ts'

/** Calls at a time: a browser gives a host six connections, and the page needs some for itself. */
const PARALLEL = 3

/** What became of one of several changes. */
export type Outcome = 'pending' | 'done' | ApiError

/**
 * Makes one change per id, a few at a time, and reports each outcome. A failure ends only its own change. Once `signal` is
 * aborted, no other change begins.
 * @returns the ids whose change succeeded
 */
export async function runEach(
  ids: readonly string[],
  change: (id: string) => Promise<unknown>,
  report: (id: string, outcome: Outcome) => void,
  signal?: AbortSignal,
): Promise<string[]> {
  const done: string[] = []
  const waiting = ids.values()
  const worker = async () => {
    for (const id of waiting) {
      if (signal?.aborted) return
      report(id, 'pending')
      try {
        await change(id)
        done.push(id)
        report(id, 'done')
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        report(id, error)
      }
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
  return done
}
