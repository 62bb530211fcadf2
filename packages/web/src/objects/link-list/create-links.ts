import { runInParallel } from '../../jobs/index.ts'
import { ApiError, isOfTheWhole } from '../../shared/api/api-error.ts'

/** More links are better replaced by the command of a client, which needs no list. */
export const LINKS_LIMIT = 1000
const AT_ONCE = 4

export interface Links {
  /** In the order of the keys. */
  links: readonly string[]
  /** The objects without a link. */
  failed: readonly { path: string; message: string }[]
}

/**
 * Creates a link to each object. An object without one doesn't stop the others.
 * @throws ApiError for what would fail for all of them; the reason of the signal
 */
export async function createLinks(
  keys: readonly string[],
  share: (key: string) => Promise<string>,
  signal: AbortSignal,
  onProgress: (created: number) => void,
): Promise<Links> {
  const links = new Map<string, string>()
  const failed: { path: string; message: string }[] = []
  await runInParallel(
    keys.map((key) => ({ key })),
    AT_ONCE,
    signal,
    async ({ key }) => {
      try {
        links.set(key, await share(key))
      } catch (error) {
        if (!(error instanceof ApiError) || isOfTheWhole(error)) throw error
        failed.push({ path: key, message: error.message })
      }
      onProgress(links.size + failed.length)
    },
  )
  signal.throwIfAborted()
  return { links: keys.flatMap((key) => links.get(key) ?? []), failed }
}
