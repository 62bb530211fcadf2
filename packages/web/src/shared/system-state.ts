import { createStore } from './store.ts'

/** The state that the whole console shows (spec operator-mode 3, main layout). */
interface SystemState {
  /** Percentage of something that the whole page waits for; 100 if there is nothing. */
  loadingProgress: number
}

const store = createStore<SystemState>({ loadingProgress: 100 })

export const useSystemState = store.use

/** For work that the whole page waits for: a bar shows below 100. */
export function setLoadingProgress(percent: number): void {
  store.set({ loadingProgress: Math.min(100, Math.max(0, percent)) })
}

/** Announcements are not kept for the next session. */
export function forgetSystemState(): void {
  store.set({ loadingProgress: 100 })
}
