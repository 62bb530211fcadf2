import { onDemand } from '../shared/on-demand.ts'

/** The dialogs of tenants are loaded when one is opened first: they bring the YAML editor along. */
const load = () => import('./loaded-dialogs.ts')

export const DeleteTenantDialog = onDemand(async () => (await load()).DeleteTenantDialog)
export const YamlDialog = onDemand(async () => (await load()).YamlDialog)
export const UpdateVersionDialog = onDemand(async () => (await load()).UpdateVersionDialog)
export const AddPoolDialog = onDemand(async () => (await load()).AddPoolDialog)
export const DeletePodDialog = onDemand(async () => (await load()).DeletePodDialog)
