import { onDemand } from '../shared/on-demand.ts'

/** What is opened from the page is loaded then. */
export const ConfigurationImport = onDemand(async () => (await import('./ConfigurationImport.tsx')).ConfigurationImport)
export const ExportDialog = onDemand(async () => (await import('./ExportDialog.tsx')).ExportDialog)
