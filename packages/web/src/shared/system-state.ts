import { createStore } from './store.ts'

/** What the whole console waits for (spec operator-mode 3 and 4, main layout). */
export interface SystemState {
  /** Restarts the storage server, when changed settings need that to take effect. */
  restart: (() => Promise<void>) | undefined
  isRestarting: boolean
  /** Percent of something that the whole page waits for; 100 when there is nothing. */
  loadingProgress: number
}

const store = createStore<SystemState>({ restart: undefined, isRestarting: false, loadingProgress: 100 })

export const useSystemState = store.use

/** For pages that have changed what takes effect with a restart: the banner shows until `restart` has succeeded. */
export function announceRestartNeeded(restart: () => Promise<void>): void {
  store.set({ restart })
}

/** For work that the whole page waits for: a bar shows below 100. */
export function setLoadingProgress(percent: number): void {
  store.set({ loadingProgress: Math.min(100, Math.max(0, percent)) })
}

/** Restarts as announced; the banner stays when that fails. */
export async function restartNow(): Promise<void> {
  const { restart, isRestarting } = store.get()
  if (restart === undefined || isRestarting) return
  store.set({ isRestarting: true })
  try {
    await restart()
    // Whoever announced another restart meanwhile still needs it.
    if (store.get().restart === restart) store.set({ restart: undefined })
  } catch (error) {
    // The specification has no message for it (operator-mode 8): the banner offers the button again.
    console.warn('The storage server was not restarted', error)
  } finally {
    store.set({ isRestarting: false })
  }
}

/** Nothing that was announced in one session is said in the next. */
export function forgetSystemState(): void {
  store.set({ restart: undefined, isRestarting: false, loadingProgress: 100 })
}
