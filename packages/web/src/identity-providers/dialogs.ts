import { onDemand } from '../shared/on-demand.ts'

const load = () => import('./loaded-dialogs.ts')

export const ProviderModal = onDemand(async () => (await load()).ProviderModal)
export const DeleteProviderDialog = onDemand(async () => (await load()).DeleteProviderDialog)
export const AttachPoliciesModal = onDemand(async () => (await load()).AttachPoliciesModal)
