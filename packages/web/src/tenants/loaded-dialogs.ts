/** What dialogs.ts loads, as one chunk. */

export { DeletePodDialog } from './DeletePodDialog.tsx'
export { DeleteTenantDialog } from './DeleteTenantDialog.tsx'
export { AddPoolDialog } from './detail/AddPoolDialog.tsx'
export { UpdateVersionDialog } from './detail/UpdateVersionDialog.tsx'
export { RemainsDialog } from './RemainsDialog.tsx'
export { YamlDialog } from './YamlDialog.tsx'
