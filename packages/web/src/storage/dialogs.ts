import { onDemand } from '../shared/on-demand.ts'

const load = () => import('./loaded-dialogs.ts')

export const FormatDialog = onDemand(async () => (await load()).FormatDialog)
export const IssuesDialog = onDemand(async () => (await load()).IssuesDialog)
