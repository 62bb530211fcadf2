import { onDemand } from '../shared/on-demand.ts'

/** They are loaded when one is opened first. */
export const loadLogDialogs = () => import('./loaded-dialogs.ts')

export const EntryDetails = onDemand(async () => (await loadLogDialogs()).EntryDetails)
export const RecordDetails = onDemand(async () => (await loadLogDialogs()).RecordDetails)
export const SetUpDialog = onDemand(async () => (await loadLogDialogs()).SetUpDialog)
