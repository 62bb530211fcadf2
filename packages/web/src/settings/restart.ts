import { getRestartState, restartService } from '@cooperage/contract'
import { useSession } from '../session/index.ts'
import { ApiError } from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { createStore } from '../shared/store.ts'

const POLL_MS = 1_000
/** How long a server may take to come back. */
export const RESTART_SECONDS = 60
/** How long it may take to respond during the restart. */
const RESPONSE_MS = 5_000
/** Start times are known to the second. */
const START_PRECISION_MS = 1_500
/** How long a response is valid: another administrator may have changed something, or restarted the server. */
const KEEP_MS = 60_000

const store = createStore({ isRestarting: false })

export const useIsRestarting = () => store.use().isRestarting

/** Which changes wait for a restart, for users who may read the configuration. */
export function useRestartState({ isFresh = false } = {}) {
  const mayRead = useSession()?.pages.includes('/settings') === true
  const staleTime = isFresh ? 0 : KEEP_MS
  return useApiQuery(getRestartState, {}, { enabled: mayRead, staleTime, refreshMs: KEEP_MS })
}

/**
 * Restarts the storage server, and waits until it is back. False if it isn't back in time.
 * @throws ApiError if the restart is refused
 */
export async function restartStorage(): Promise<boolean> {
  store.set({ isRestarting: true })
  try {
    const { startedAt } = await call(getRestartState, {})
    await call(restartService, {})
    const until = Date.now() + RESTART_SECONDS * 1_000
    while (Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      const now = await startTime()
      if (now !== undefined && now > Date.parse(startedAt) + START_PRECISION_MS) return true
    }
    return false
  } finally {
    store.set({ isRestarting: false })
  }
}

/** In milliseconds since the epoch; undefined while the server doesn't respond. */
async function startTime(): Promise<number | undefined> {
  const signal = AbortSignal.timeout(RESPONSE_MS)
  try {
    return Date.parse((await call(getRestartState, {}, signal)).startedAt)
  } catch (error) {
    const isDenied = error instanceof ApiError && (error.status === 401 || error.status === 403)
    if (signal.aborted || (error instanceof ApiError && !isDenied)) return undefined
    throw error
  }
}
