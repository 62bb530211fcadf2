import { onDemand } from '../../shared/on-demand.ts'

/** The previews of objects, loaded when one is first opened. */
const load = () => import('./loaded.ts')

export const FolderPreview = onDemand(async () => (await load()).FolderPreview)
export const ObjectPreview = onDemand(async () => (await load()).ObjectPreview)
