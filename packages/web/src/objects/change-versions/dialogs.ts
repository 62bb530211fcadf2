import { onDemand } from '../../shared/on-demand.ts'

/** Loaded when one is first opened. */
const load = () => import('./loaded-dialogs.ts')

export const DeleteNoncurrentDialog = onDemand(async () => (await load()).DeleteNoncurrentDialog)
export const RestoreFolderDialog = onDemand(async () => (await load()).RestoreFolderDialog)
export const UndeleteDialog = onDemand(async () => (await load()).UndeleteDialog)
