import { onDemand } from '../shared/on-demand.ts'

/** The details of an entry are loaded when they are opened first. */
export const loadLogDialogs = () => import('./EntryDetails.tsx')

export const EntryDetails = onDemand(async () => (await loadLogDialogs()).EntryDetails)
