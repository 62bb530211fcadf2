import { onDemand } from '../shared/on-demand.ts'

/** The details of a call are loaded when they are opened first. */
export const loadTraceDialogs = () => import('./CallDetails.tsx')

export const CallDetails = onDemand(async () => (await loadTraceDialogs()).CallDetails)
