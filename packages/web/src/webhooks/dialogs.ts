import { onDemand } from '../shared/on-demand.ts'

const load = () => import('./loaded-dialogs.ts')

export const ResetDialog = onDemand(async () => (await load()).ResetDialog)
export const TestWebhookDialog = onDemand(async () => (await load()).TestWebhookDialog)
