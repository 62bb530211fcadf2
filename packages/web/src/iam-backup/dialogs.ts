import { onDemand } from '../shared/on-demand.ts'

/** What is opened from the page is loaded then. */
const load = () => import('./loaded-dialogs.ts')

export const EntryDialog = onDemand(async () => (await load()).EntryDialog)
export const ExportDialog = onDemand(async () => (await load()).ExportDialog)
export const ImportDialog = onDemand(async () => (await load()).ImportDialog)
