import { onDemand } from '../shared/on-demand.ts'

export const ActivateDialog = onDemand(async () => (await import('./ActivateDialog.tsx')).ActivateDialog)
