import { onDemand } from '../shared/on-demand.ts'

/** Loaded when one is opened first. */
const load = () => import('./loaded-dialogs.ts')

export const CreateLinkDialog = onDemand(async () => (await load()).CreateLinkDialog)
export const RevokeLinksDialog = onDemand(async () => (await load()).RevokeLinksDialog)
