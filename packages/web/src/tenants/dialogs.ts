import { onDemand } from '../shared/on-demand.ts'

/** The dialogs of tenants, which include the YAML editor, are loaded when the first one is opened. */
const load = () => import('./loaded-dialogs.ts')

export const DeleteTenantDialog = onDemand(async () => (await load()).DeleteTenantDialog)
export const RemainsDialog = onDemand(async () => (await load()).RemainsDialog)
export const YamlDialog = onDemand(async () => (await load()).YamlDialog)
export const UpdateVersionDialog = onDemand(async () => (await load()).UpdateVersionDialog)
export const AddPoolDialog = onDemand(async () => (await load()).AddPoolDialog)
export const DeletePodDialog = onDemand(async () => (await load()).DeletePodDialog)
