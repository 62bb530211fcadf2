import { onDemand } from '../shared/on-demand.ts'

const load = () => import('./loaded-dialogs.ts')

export const CredentialsModal = onDemand(async () => (await load()).CredentialsModal)
export const DetailsModal = onDemand(async () => (await load()).DetailsModal)
export const RemoveTierDialog = onDemand(async () => (await load()).RemoveTierDialog)
