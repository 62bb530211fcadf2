import { onDemand } from '../../shared/on-demand.ts'

/** Loaded when one is first opened. */
const load = () => import('./loaded-dialogs.ts')

export const CopyDialog = onDemand(async () => (await load()).CopyDialog)
export const CopyVersionDialog = onDemand(async () => (await load()).CopyVersionDialog)
export const RenameDialog = onDemand(async () => (await load()).RenameDialog)
