/** What features may show of the frame and tell it. */
export { NotFoundPage } from './NotFoundPage.tsx'
export { announceRestartNeeded, setLoadingProgress } from './system-state.ts'
